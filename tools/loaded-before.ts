// Which modules of a page a browser has loaded already when it loads a part that the page imports later. Pure.

import type { Metafile } from "esbuild";

type Inputs = Metafile["inputs"];

const importsOf = (inputs: Inputs, path: string, wanted: "import-statement" | "dynamic-import") =>
  (inputs[path]?.imports ?? []).filter(({ kind, external }) => kind === wanted && external !== true);

/** A module and all that it imports at once. */
function withImports(inputs: Inputs, path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const other of importsOf(inputs, path, "import-statement")) withImports(inputs, other.path, found);
  return found;
}

/**
 * By each module that is imported later: the modules that were loaded before in any case, because the page or whatever
 * imports the module has needed them. `entry` is the module with which the page begins; it is in none of the sets.
 */
export function loadedBefore(inputs: Inputs, entry: string): ReadonlyMap<string, ReadonlySet<string>> {
  const before = new Map<string, ReadonlySet<string>>([[entry, new Set()]]);
  const parts = [entry];
  // A set only shrinks when another importer is found, so this ends.
  for (const part of parts) {
    const own = withImports(inputs, part);
    const loaded = new Set([...(before.get(part) ?? []), ...own].filter((path) => path !== entry));
    for (const module of own)
      for (const { path } of importsOf(inputs, module, "dynamic-import")) {
        const known = before.get(path);
        const next = known === undefined ? loaded : new Set([...known].filter((one) => loaded.has(one)));
        if (next.size === known?.size) continue;
        before.set(path, next);
        parts.push(path);
      }
  }
  before.delete(entry);
  return before;
}
