// The server of the backend: whether it is running, how it is started, and its node classes.

import type { Catalog } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { asLines, withProgress } from "./report-progress.js";
import { allClasses, type Requirements } from "./collect-requirements.js";

/** Whether the server is not running and can be started, so that changes require no restart. */
export async function isIdle({ context: { backend, signal } }: Gate): Promise<boolean> {
  const { lifecycle } = backend.facets;
  if (lifecycle === undefined) return false;
  const { state } = await lifecycle.state({ signal });
  return state === "stopped" || state === "crashed";
}

/** Starts the server if it is not running, and reports the progress: a start may take minutes. */
async function start(gate: Gate): Promise<void> {
  const { backend, signal } = gate.context;
  const { lifecycle } = backend.facets;
  if (lifecycle?.start === undefined || !(await isIdle(gate))) return;
  const starting = lifecycle.start;
  await withProgress(gate, "Starting the server", (report) =>
    starting.call(lifecycle, { signal, progress: asLines(report) }),
  );
}

/** The needed node classes of the server. Classes that a cached catalog lacks are requested again. */
export async function fetchCatalog(gate: Gate, needed: Requirements): Promise<Catalog> {
  await start(gate);
  const { backend, signal } = gate.context;
  const classes = allClasses(needed);
  const known = await backend.catalog({ signal, classes });
  const refresh = classes.filter((name) => !known.has(name));
  return refresh.length === 0 ? known : backend.catalog({ signal, refresh });
}

/** The node classes after a restart, without the cache. */
export const freshCatalog = ({ context: { backend, signal } }: Gate): Promise<Catalog> =>
  backend.catalog({ signal, refresh: true });
