// Topological order with ids as tie-break, independent of the order of arrival.

export type Topology =
  | { readonly order: readonly string[]; readonly cycle?: undefined }
  | { readonly order?: undefined; readonly cycle: readonly string[] };

/**
 * Sorts `ids` so that each comes after its dependencies, ignoring unknown dependencies. If there is a cycle, returns
 * its path instead.
 */
export function sortByDependencies(
  ids: readonly string[],
  dependenciesOf: (id: string) => readonly string[],
): Topology {
  const known = new Set(ids);
  /** The ids that are sorted, in order. */
  const done = new Set<string>();
  /** The ids from the start of the search to the present one. A list instead of recursion, because graphs are deep. */
  const path: string[] = [];
  /** The dependencies of each id that was reached, as far as they are still to be visited, the next one last. */
  const pending = new Map<string, string[]>();
  const enter = (id: string): void => {
    path.push(id);
    const dependencies = dependenciesOf(id).filter((entry) => known.has(entry));
    pending.set(id, dependencies.sort().reverse());
  };

  for (const start of [...known].sort()) {
    if (!done.has(start)) enter(start);
    for (let id = path.at(-1); id !== undefined; id = path.at(-1)) {
      const next = pending.get(id)?.pop();
      if (next === undefined) {
        done.add(id);
        path.pop();
      } else if (!pending.has(next)) enter(next);
      else if (!done.has(next)) return { cycle: [...path.slice(path.indexOf(next)), next] };
    }
  }
  return { order: [...done] };
}
