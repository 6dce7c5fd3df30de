// Finds node classes of a backend, for the command and the local API alike.

import type { Catalog, NodeClass } from "@pictor/kernel";

/** The classes with the text in their name, whatever its case, or with an output of that type; by name. */
export const findClasses = (catalog: Catalog, search: string): readonly NodeClass[] =>
  [...catalog.values()]
    .filter(
      ({ name, outputs }) => name.toLowerCase().includes(search.toLowerCase()) || outputs.includes(search),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
