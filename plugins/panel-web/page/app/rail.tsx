// The rail that lists the views. On a narrow screen it is the bar at the bottom.

import { Icon } from "../parts/icon.js";
import { isShortcutListOpen } from "../shell/overlays.js";
import { nextTheme, theme, themeTexts } from "./theme.js";
import { currentView, views } from "./views.js";

export function Rail() {
  const current = currentView.value;
  return (
    <nav class="rail" aria-label="Views">
      <span class="brand" title="Pictor">
        <Icon name="logo" />
      </span>
      {views.map(({ id, title, icon }) => (
        <a
          key={id}
          class="rail-item"
          href={`#/${id}`}
          title={title}
          aria-label={title}
          aria-current={id === current.id ? "page" : undefined}
        >
          <Icon name={icon} />
          <span class="rail-label" aria-hidden="true">
            {title}
          </span>
        </a>
      ))}
      <span class="spacer" />
      <button
        type="button"
        class="rail-item"
        aria-label={`Colours: ${themeTexts[theme.value]}. Change them`}
        title={`Colours: ${themeTexts[theme.value]}`}
        onClick={nextTheme}
      >
        <Icon name="theme" />
        <span class="rail-label" aria-hidden="true">
          {themeTexts[theme.value]}
        </span>
      </button>
      <button
        type="button"
        class="rail-item"
        aria-label="List the keys"
        title="List the keys"
        onClick={() => (isShortcutListOpen.value = true)}
      >
        <Icon name="keyboard" />
        <span class="rail-label" aria-hidden="true">
          Keys
        </span>
      </button>
    </nav>
  );
}
