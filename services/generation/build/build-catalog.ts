// The catalog that the handlers of one build share.

import type { BuildContext, Catalog, CatalogOptions } from "@pictor/kernel";

export type LoadCatalog = BuildContext["catalog"];

/**
 * Calls `load` once for all classes and once for each selection of classes. After all classes have been requested, every
 * call returns them.
 */
export function memoizeCatalog(
  load: (options: Pick<CatalogOptions, "classes">) => Promise<Catalog>,
): LoadCatalog {
  let complete: Promise<Catalog> | undefined;
  const selections = new Map<string, Promise<Catalog>>();
  return ({ classes } = {}) => {
    if (classes === undefined || complete !== undefined) return (complete ??= load({}));
    const key = JSON.stringify([...classes].sort());
    const selection = selections.get(key) ?? load({ classes });
    selections.set(key, selection);
    return selection;
  };
}
