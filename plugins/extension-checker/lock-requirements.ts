// Node classes that nobody explains and that the server has: what the lock file says of where they come from.

import { decide, placeOf, requirementsOfPresent } from "@pictor/extensions";
import type { Catalog, ExtensionRequirement } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { loadLock } from "./lock-file.js";
import { withProgress } from "./report-progress.js";

/** Only those that the lock file names otherwise: the rest will do as it is. The list is asked for only where it may matter. */
export async function findLockDrift(
  gate: Gate,
  classes: readonly string[],
  catalog: Catalog,
): Promise<readonly ExtensionRequirement[]> {
  const { backend, signal, project } = gate.context;
  const facet = backend.facets.extensions;
  const isForeign = (name: string): boolean => placeOf(catalog.get(name) ?? {}) !== undefined;
  if (facet === undefined || !classes.some(isForeign)) return [];
  const lock = await loadLock(project);
  if (lock.length === 0) return [];
  const installed = await withProgress(gate, "Looking at the extensions", () => facet.list({ signal }));
  const found = requirementsOfPresent(classes, catalog, installed);
  return found.filter((entry) => {
    const [step] = decide([entry], installed, lock, { classes: catalog });
    return step?.kind === "update" && step.because === "pin";
  });
}
