// The backend of the next job: its name, version and queue in the top bar, and the others in a menu.

import { backends } from "../../api/catalog.js";
import { jobs } from "../../api/session.js";
import { usePolling } from "../../api/use-resource.js";
import { backendData, knownHealth } from "../../backends/data/backend-data.js";
import { draft } from "../../draft/current-draft.js";
import { Menu } from "../../parts/menu.js";
import { dotted } from "../../parts/texts.js";
import { goTo } from "../../shell/place.js";
import { currentBackend, currentState, versionOf } from "./current-backend.js";

const everyMs = 10_000;

const look = async (name: string | undefined): Promise<void> => {
  if (name !== undefined) await backendData(name).load();
};

export function BackendMenu() {
  const name = currentBackend.value;
  const known = backends.state.value.value;
  const ended = jobs.value.filter(({ endedAtMs }) => endedAtMs !== undefined).length;
  usePolling(() => look(name), everyMs, [name, jobs.value.length, ended]);
  const none = known === undefined ? "…" : "No backend";
  const { tone, text } = name === undefined ? { tone: "error", text: none } : knownHealth(name);
  const state = text.charAt(0).toLowerCase() + text.slice(1);
  const parts =
    name === undefined ? [none] : [name, versionOf(currentState.value?.info), state].filter(Boolean);
  return (
    <Menu
      name={`Backend: ${parts.join(", ")}`}
      look="pill"
      hasCaret
      label={
        <>
          <span class={`dot ${known === undefined ? "off" : tone}`} /> {dotted(...parts)}
        </>
      }
      onOpen={() => {
        void backends.load();
        for (const each of known?.backends ?? []) void look(each.name);
      }}
      items={[
        ...(known?.backends ?? []).map((each) => {
          const health = knownHealth(each.name);
          const version = versionOf(backendData(each.name).state.state.value.value?.info);
          return {
            id: each.name,
            text: each.name === name ? `${each.name} ✓` : each.name,
            description: dotted(each.kind, version, health.text, health.more),
            run: () => (draft.value = { ...draft.value, backend: each.name }),
          };
        }),
        { id: "/", text: "Look after backends…", run: () => goTo("backends", name) },
      ]}
    />
  );
}
