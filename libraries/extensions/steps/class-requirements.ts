// Node classes that no requirement speaks of, brought back to the extensions that they come from. Pure.

import type { ExtensionRequirement, InstalledExtension, NodeClass } from "@pictor/kernel/plugin";
import { identitiesOf, readIdentity } from "../names/identity.js";

/** Folder below `custom_nodes`, or file without its ending, that a class comes from; undefined for the server's own. */
export const placeOf = ({ module = "" }: Pick<NodeClass, "module">): string | undefined =>
  /^custom_nodes\.(.+)$/s.exec(module)?.[1];

/** Those of the classes that no requirement speaks of. */
export function unexplainedClasses(
  classes: readonly string[],
  required: readonly ExtensionRequirement[],
): readonly string[] {
  const explained = new Set(required.flatMap(({ nodeClasses }) => nodeClasses));
  return [...new Set(classes)].filter((name) => !explained.has(name));
}

/** A name that a requirement may have: no folder of this machine. */
const nameOf = (installed: InstalledExtension): string | undefined =>
  identitiesOf(installed).find((name) => {
    const { kind } = readIdentity(name);
    return kind !== "local" && kind !== "refused";
  });

/**
 * For classes that the server has: the installed extensions that they come from, in any version. Left out are those of
 * the server itself, and of extensions that are not listed or have no name that could be required.
 */
export function requirementsOfPresent(
  classes: readonly string[],
  catalog: ReadonlyMap<string, Pick<NodeClass, "module">>,
  installed: readonly InstalledExtension[],
): readonly ExtensionRequirement[] {
  // Of a copy that is disabled and one that is not, the server has the latter.
  const enabledFirst = [...installed].sort((a, b) => Number(b.enabled) - Number(a.enabled));
  const found = new Map<string, string[]>();
  for (const name of new Set(classes)) {
    const entry = catalog.get(name);
    const place = entry === undefined ? undefined : placeOf(entry);
    const source = enabledFirst.find(
      (one) => place !== undefined && [place, `${place}.py`].includes(one.place),
    );
    const id = source === undefined ? undefined : nameOf(source);
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), name]);
  }
  return [...found].map(([id, nodeClasses]) => ({ id, range: "*", nodeClasses }));
}

/** Classes that the same extensions provide belong together; those with the fewest extensions come first. */
function grouped(
  providers: ReadonlyMap<string, readonly string[]>,
): readonly (readonly [readonly string[], readonly string[]])[] {
  const groups = new Map<string, [string[], readonly string[]]>();
  for (const [name, ids] of providers) {
    if (ids.length === 0) continue;
    const key = JSON.stringify([...ids].sort());
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [[name], ids]);
    else group[0].push(name);
  }
  return [...groups.values()].sort((a, b) => a[1].length - b[1].length);
}

/** One of the ids; anything else leaves these classes alone. */
export type ChooseProvider = (
  nodeClasses: readonly string[],
  ids: readonly string[],
) => Promise<string | undefined>;

/**
 * For classes that the server lacks: `providers` says which extensions have them. What can only come from one extension is
 * required of it, in any version; of several, the one that is required anyway counts, else `choose` is asked.
 */
export async function requirementsOfLacking(
  providers: ReadonlyMap<string, readonly string[]>,
  required: readonly ExtensionRequirement[],
  choose: ChooseProvider,
): Promise<readonly ExtensionRequirement[]> {
  const chosen = new Map<string, string[]>();
  const taken = new Set(required.map(({ id }) => id));
  for (const [names, ids] of grouped(providers)) {
    const known = ids.find((id) => taken.has(id)) ?? (ids.length === 1 ? ids[0] : undefined);
    const answer = known ?? (await choose(names, ids));
    if (answer === undefined || !ids.includes(answer)) continue;
    taken.add(answer);
    chosen.set(answer, [...(chosen.get(answer) ?? []), ...names]);
  }
  return [...chosen].map(([id, nodeClasses]) => ({ id, range: "*", nodeClasses }));
}
