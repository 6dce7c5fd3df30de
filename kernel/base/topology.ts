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
  const order: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];

  const visit = (id: string): readonly string[] | undefined => {
    if (done.has(id)) return undefined;
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    path.push(id);
    for (const dependency of [...dependenciesOf(id)].filter((entry) => known.has(entry)).sort()) {
      const cycle = visit(dependency);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(id);
    order.push(id);
    return undefined;
  };

  for (const id of [...known].sort()) {
    const cycle = visit(id);
    if (cycle) return { cycle };
  }
  return { order };
}
