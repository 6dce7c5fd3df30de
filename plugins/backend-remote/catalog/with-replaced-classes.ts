// Adds to a catalog the classes that the server replaces by newer ones, when a caller names a class that the server lacks.

import { nodeClassesIn } from "@pictor/kernel/plugin";
import type { Backend, CallOptions, Catalog, CatalogOptions, Graph } from "@pictor/kernel/plugin";
import { cacheReading } from "../server/cached-reading.js";
import type { RemoteServer } from "../server/requests.js";
import { readReplacements, replacedClass, replaceNodes, type NodeReplacements } from "./node-replacements.js";

export type CatalogOfOlderGraphs = ReturnType<typeof withReplacedClasses>;

/** Returns `catalog` with the older classes in `wanted` that it lacks, described by the classes of `newer`. */
function withOlder(catalog: Catalog, newer: Catalog, wanted: NodeReplacements): Catalog {
  const added = [...wanted].flatMap(([name, replacement]) => {
    const found = newer.get(replacement.newClass);
    if (catalog.has(name) || found === undefined) return [];
    return [[name, replacedClass(name, replacement, found)] as const];
  });
  return added.length === 0 ? catalog : new Map([...catalog, ...added]);
}

const none: NodeReplacements = new Map();

const namedClasses = ({ classes = [], refresh }: CatalogOptions): readonly string[] =>
  refresh === undefined || refresh === true ? classes : [...classes, ...refresh];

export function withReplacedClasses(server: RemoteServer, read: Backend["catalog"]) {
  // A pack registers its replacements when the server starts.
  const reading = cacheReading(server, (signal) => readReplacements(server, { signal }));

  async function catalog(options: CatalogOptions = {}): Promise<Catalog> {
    const found = await read(options);
    const { signal } = options;
    const named = namedClasses(options);
    const lacking = named.filter((name) => !found.has(name));
    const replacements = (lacking.length > 0 ? await reading.get({ signal }) : reading.latest()) ?? none;
    const wanted =
      named.length === 0
        ? replacements
        : new Map([...replacements].filter(([name]) => lacking.includes(name)));
    if (wanted.size === 0) return found;
    const newClasses = [...new Set([...wanted.values()].map(({ newClass }) => newClass))];
    const isComplete = named.length === 0 || newClasses.every((name) => found.has(name));
    return withOlder(found, isComplete ? found : await read({ signal, classes: newClasses }), wanted);
  }

  return {
    catalog,
    /**
     * The graph with the server's present classes. The server would replace the older ones itself, but drops the inputs of
     * those whose inputs keep their names, and some versions fail at nodes without `_meta`.
     */
    async currentGraph(graph: Graph, options: CallOptions) {
      const replacements = reading.latest() ?? none;
      if (replacements.size === 0) return graph;
      const current = await catalog({ ...options, classes: nodeClassesIn(graph) });
      return replaceNodes(graph, current, replacements);
    },
  };
}
