// Requirements by the lock file, for node classes that the server has and no requirement names.

import { decide, placeOf, requirementsOfPresent } from "@pictor/extensions";
import { readProjectLock } from "@pictor/extensions/project-lock";
import type { Catalog, ExtensionRequirement } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { withProgress } from "./report-progress.js";

/** Requirements for the extensions of `classes` whose version or commit differs from the lock file. */
export async function findLockDrift(
  gate: Gate,
  classes: readonly string[],
  catalog: Catalog,
): Promise<readonly ExtensionRequirement[]> {
  const { backend, signal, project } = gate.context;
  const facet = backend.facets.extensions;
  const isForeign = (name: string): boolean => placeOf(catalog.get(name) ?? {}) !== undefined;
  if (facet === undefined || !classes.some(isForeign)) return [];
  const lock = await readProjectLock(project);
  if (lock.length === 0) return [];
  const installed = await withProgress(gate, "Looking at the extensions", () => facet.list({ signal }));
  const found = requirementsOfPresent(classes, catalog, installed);
  return found.filter((entry) => {
    const [step] = decide([entry], installed, lock, { classes: catalog });
    return step?.kind === "update" && step.because === "pin";
  });
}
