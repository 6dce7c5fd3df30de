// The rail that lists the views. On a narrow screen it is the bar at the bottom.

import { Icon, type IconName } from "../parts/icon.js";
import { sentenceCase } from "../parts/texts.js";
import { openDialog } from "../shell/open-dialog.js";
import { nextTheme, theme } from "./theme.js";
import { currentView, views } from "./views.js";

interface RailItemProps {
  readonly icon: IconName;
  readonly text: string;
}

const RailItem = ({ icon, text }: RailItemProps) => (
  <>
    <Icon name={icon} />
    <span aria-hidden="true">{text}</span>
  </>
);

interface RailButtonProps extends RailItemProps {
  /** Accessible name. */
  readonly name: string;
  readonly title: string;
  readonly onClick: () => void;
}

const RailButton = ({ icon, text, name, ...rest }: RailButtonProps) => (
  <button type="button" class="bare rail-item" aria-label={name} {...rest}>
    <RailItem icon={icon} text={text} />
  </button>
);

export const listKeys = (): void =>
  openDialog(async () => (await import("./shortcut-list.js")).ShortcutList, {});

export function Rail() {
  const current = currentView.value;
  const colours = sentenceCase(theme.value);
  return (
    <nav class="rail" aria-label="Views">
      <span class="brand" title="Pictor">
        <Icon name="logo" />
      </span>
      {views.map(({ id, title, icon }) => (
        <a
          key={id}
          class="bare rail-item"
          href={`#/${id}`}
          title={title}
          aria-label={title}
          aria-current={id === current.id ? "page" : undefined}
        >
          <RailItem icon={icon} text={title} />
        </a>
      ))}
      <span class="grow" />
      <RailButton
        icon="theme"
        text={colours}
        name={`Colours: ${colours}. Change them`}
        title={`Colours: ${colours}`}
        onClick={nextTheme}
      />
      <RailButton icon="keyboard" text="Keys" name="List the keys" title="List the keys" onClick={listKeys} />
    </nav>
  );
}
