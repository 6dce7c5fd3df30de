// The backend of the next job: its name, version and queue in the top bar, and the others in a menu.

import { useEffect } from "preact/hooks";
import { backends } from "../../api/catalog.js";
import { jobs } from "../../api/session.js";
import { draft } from "../../draft/current-draft.js";
import { Menu } from "../../parts/menu.js";
import { goTo } from "../../shell/place.js";
import {
  currentBackend,
  currentHealth,
  healthOf,
  healthText,
  look,
  noticeOf,
  versionOf,
} from "./backend-health.js";

const everyMs = 10_000;

export function BackendMenu() {
  const name = currentBackend.value;
  const known = backends.state.value.value;
  const ended = jobs.value.filter(({ endedAtMs }) => endedAtMs !== undefined).length;
  useEffect(() => {
    if (name === undefined) return;
    void look(name);
    const timer = setInterval(() => {
      if (!document.hidden) void look(name);
    }, everyMs);
    return () => clearInterval(timer);
  }, [name, jobs.value.length, ended]);
  const { tone, text } = healthText(currentHealth.value);
  const version = versionOf(currentHealth.value);
  const missing = known === undefined ? "…" : "No backend";
  const parts = name === undefined ? [missing] : [name, version, text].filter(Boolean);
  return (
    <Menu
      name={`Backend: ${parts.join(", ")}`}
      look="pill"
      label={
        <>
          <span class={`dot ${name === undefined && known !== undefined ? "error" : tone}`} />
          <span class="ellipsis">{parts.join(" · ")}</span>
          <span aria-hidden="true">▾</span>
        </>
      }
      onOpen={() => {
        void backends.load();
        for (const each of known?.backends ?? []) void look(each.name);
      }}
      items={[
        ...(known?.backends ?? []).map((each) => ({
          id: each.name,
          text: each.name === name ? `${each.name} ✓` : each.name,
          description: [
            each.kind,
            versionOf(healthOf(each.name)),
            healthText(healthOf(each.name)).text,
            noticeOf(healthOf(each.name)),
          ]
            .filter(Boolean)
            .join(" · "),
          run: () => (draft.value = { ...draft.value, backend: each.name }),
        })),
        { id: "/", text: "Look after backends…", run: () => goTo("backends", name) },
      ]}
    />
  );
}
