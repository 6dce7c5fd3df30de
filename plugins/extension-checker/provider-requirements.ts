// Requirements by the index of the backend, for node classes that the server lacks and no requirement names.

import { reasonOf, type ExtensionRequirement } from "@pictor/kernel/plugin";
import { listed, requirementsOfLacking } from "@pictor/extensions";
import type { Gate } from "./check-context.js";
import { withProgress } from "./report-progress.js";

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
