// The server behind the backend: whether it runs, what classes it has, and that it is started where it does not.

import type { Catalog } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { withProgress } from "./report-progress.js";
import { lackingClasses, type Survey } from "./collect-requirements.js";

/** Whether nothing runs that would have to be restarted, and a start is possible. */
export async function isIdle({ context: { backend, signal } }: Gate): Promise<boolean> {
  const { lifecycle } = backend.facets;
  if (lifecycle === undefined) return false;
  const { state } = await lifecycle.state({ signal });
  return state === "stopped" || state === "crashed";
}

/** A server that stands still is started, with its progress told: it may take minutes. */
async function start(gate: Gate): Promise<void> {
  const { backend, signal } = gate.context;
  const { lifecycle } = backend.facets;
  if (lifecycle?.start === undefined || !(await isIdle(gate))) return;
  const starting = lifecycle.start;
  await withProgress(gate, "Starting the server", (tell) =>
    starting.call(lifecycle, {
      signal,
      progress: ({ title, line, fraction }) => {
        tell(line ?? title, fraction);
      },
    }),
  );
}

/** The node classes of the server; those that it lacked when they were last asked for are asked for anew. */
export async function catalogFor(gate: Gate, survey: Survey): Promise<Catalog> {
  await start(gate);
  const { backend, signal } = gate.context;
  const known = await backend.catalog({ signal });
  const refresh = lackingClasses(survey, known);
  return refresh.length === 0 ? known : backend.catalog({ signal, refresh });
}

/** Every class anew, after a restart. */
export const freshCatalog = ({ context: { backend, signal } }: Gate): Promise<Catalog> =>
  backend.catalog({ signal, refresh: true });
