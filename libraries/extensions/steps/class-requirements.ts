// Derives requirements from node classes that no requirement names. Pure.

import {
  mergeRequirements,
  type Catalog,
  type ExtensionRequirement,
  type InstalledExtension,
  type NodeClass,
} from "@pictor/kernel/plugin";
import { identitiesOf, readIdentity } from "../names/identity.js";

/**
 * The folder below `custom_nodes`, or the file without its extension, that a class comes from; undefined for a class of
 * the server itself.
 */
export const placeOf = ({ module = "" }: Pick<NodeClass, "module">): string | undefined =>
  /^custom_nodes\.(.+)$/s.exec(module)?.[1];

/** The folders and files that the classes of a server come from. */
export const placesOf = (catalog: Catalog): ReadonlySet<string> =>
  new Set([...catalog.values()].map(placeOf).filter((place) => place !== undefined));

/** The classes that no requirement names. */
export function unexplainedClasses(
  classes: readonly string[],
  required: readonly ExtensionRequirement[],
): readonly string[] {
  const explained = new Set(required.flatMap(({ nodeClasses }) => nodeClasses));
  return [...new Set(classes)].filter((name) => !explained.has(name));
}

/** A name of the extension that a requirement may use: not a folder on this machine. */
const nameOf = (installed: InstalledExtension): string | undefined =>
  identitiesOf(installed).find((name) => {
    const { kind } = readIdentity(name);
    return kind !== "local" && kind !== "refused";
  });

/**
 * Requires the installed extensions that the classes of the server come from, in any version. Ignores classes of the server
 * itself, and of extensions that are not listed or have no name for a requirement.
 */
export function requirementsOfPresent(
  classes: readonly string[],
  catalog: ReadonlyMap<string, Pick<NodeClass, "module">>,
  installed: readonly InstalledExtension[],
): readonly ExtensionRequirement[] {
  // Enabled copies come first, because the server has loaded an enabled copy.
  const enabledFirst = [...installed].sort((a, b) => Number(b.enabled) - Number(a.enabled));
  const found = classes.flatMap((name) => {
    const place = placeOf(catalog.get(name) ?? {});
    const source = enabledFirst.find(
      (one) => place !== undefined && [place, `${place}.py`].includes(one.place),
    );
    const id = source && nameOf(source);
    return id === undefined ? [] : [{ id, range: "*", nodeClasses: [name] }];
  });
  return mergeRequirements(found);
}

/** Groups classes that the same extensions provide; groups with the fewest extensions come first. */
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

/**
 * Chooses the extension to require when several provide the same classes. Settles with one of the ids; any other value
 * means that no extension is required for these classes.
 */
export type ChooseProvider = (
  nodeClasses: readonly string[],
  ids: readonly string[],
) => Promise<string | undefined>;

/**
 * Requires extensions for classes that the server lacks, in any version. `providers` are the extensions that provide a class:
 * a single one is required; of several, one that is required already, else `choose` decides.
 */
export async function requirementsOfLacking(
  providers: ReadonlyMap<string, readonly string[]>,
  required: readonly ExtensionRequirement[],
  choose: ChooseProvider,
): Promise<readonly ExtensionRequirement[]> {
  const chosen: ExtensionRequirement[] = [];
  const taken = new Set(required.map(({ id }) => id));
  for (const [names, ids] of grouped(providers)) {
    const known = ids.find((id) => taken.has(id)) ?? (ids.length === 1 ? ids[0] : undefined);
    const answer = known ?? (await choose(names, ids));
    if (answer === undefined || !ids.includes(answer)) continue;
    taken.add(answer);
    chosen.push({ id: answer, range: "*", nodeClasses: names });
  }
  return mergeRequirements(chosen);
}
