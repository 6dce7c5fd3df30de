// Node classes that nobody explains: the backend's index may know the extensions that provide them.

import { reasonOf, type ExtensionRequirement } from "@pictor/kernel/plugin";
import { listed } from "@pictor/extensions";
import type { Gate } from "./gate.js";
import { withProgress } from "./progress.js";

const none = "None of them";

/** Classes that the same extensions provide are asked about together. */
function grouped(
  providers: ReadonlyMap<string, readonly string[]>,
): readonly (readonly [readonly string[], readonly string[]])[] {
  const groups = new Map<string, [string[], readonly string[]]>();
  for (const [name, ids] of providers) {
    const key = JSON.stringify([...ids].sort());
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [[name], ids]);
    else group[0].push(name);
  }
  return [...groups.values()].sort((a, b) => a[1].length - b[1].length);
}

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
      message: `It could not be looked up which extensions provide ${listed(classes)}: ${reasonOf(error)}`,
    });
    return new Map();
  }
}

/**
 * One that can only come from one extension is required of it; of several, a person chooses, unless one of them is required
 * anyway. What is not known, or not chosen, is left to the validation.
 */
export async function requirementsFor(
  gate: Gate,
  classes: readonly string[],
  required: readonly ExtensionRequirement[],
): Promise<readonly ExtensionRequirement[]> {
  const { interaction, info } = gate.context;
  const chosen = new Map<string, string[]>();
  const taken = new Set(required.map(({ id }) => id));
  for (const [names, ids] of grouped(await providersOf(gate, classes))) {
    const known = ids.find((id) => taken.has(id)) ?? (ids.length === 1 ? ids[0] : undefined);
    const answer =
      known ??
      (await interaction.ask({
        title: `Which extension shall bring ${listed(names)} to ${info.name}?`,
        detail: [`${info.name} lacks ${names.length === 1 ? "this node class" : "these node classes"}.`],
        choices: [...ids, none],
        safeChoice: none,
        // Whose code it shall be is no matter of a general yes.
        yesChoice: none,
      }));
    if (!ids.includes(answer)) continue;
    taken.add(answer);
    chosen.set(answer, [...(chosen.get(answer) ?? []), ...names]);
  }
  return [...chosen].map(([id, nodeClasses]) => ({ id, range: "*", nodeClasses }));
}
