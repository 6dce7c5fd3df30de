// Requirements for node classes that no requirement names: by the index of the backend for those that its server lacks, by
// the lock file for the others.

import { reasonOf, type ExtensionRequirement, type Catalog } from "@pictor/kernel/plugin";
import { listed, requirementsOfLacking, decide, placeOf, requirementsOfPresent } from "@pictor/extensions";
import type { Gate } from "./check-context.js";
import { withProgress } from "./report-progress.js";
import { readProjectLock } from "@pictor/extensions/project-lock";

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

const none = { id: "none", text: "None of them" };

async function providersOf(
  gate: Gate,
  classes: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { backend, signal, report } = gate.context;
  const facet = backend.facets.extensions;
  if (facet === undefined || classes.length === 0) return new Map();
  try {
    return await withProgress(gate, `Looking for the extensions of ${listed(classes)}`, () =>
      facet.providers(classes, { signal }),
    );
  } catch (error) {
    signal.throwIfAborted();
    report({
      code: "EXTENSIONS_NOT_LOOKED_UP",
      message: `The extensions that provide ${listed(classes)} could not be looked up: ${reasonOf(error)}`,
    });
    return new Map();
  }
}

/**
 * If several extensions provide a class, asks the user. Classes without a known or chosen extension are left to the
 * validation.
 */
export async function requirementsFor(
  gate: Gate,
  classes: readonly string[],
  required: readonly ExtensionRequirement[],
): Promise<readonly ExtensionRequirement[]> {
  const { interaction, info } = gate.context;
  return requirementsOfLacking(await providersOf(gate, classes), required, (names, ids) =>
    interaction.ask({
      title: `Which extension should provide ${listed(names)} on ${info.name}?`,
      detail: [`${info.name} lacks ${names.length === 1 ? "this node class" : "these node classes"}.`],
      choices: [...ids.map((id) => ({ id, text: id })), none],
      safeChoice: none.id,
      // A general yes does not choose whose code will run.
      yesChoice: none.id,
    }),
  );
}
