// Sends the uploaded files of a graph to a member, each once, and writes the names that they have there into the graph.

import type { Backend, Catalog, Graph, GraphNode, UploadOptions } from "@pictor/kernel/plugin";
import type { StoredFile, UploadStore } from "./upload-store.js";

type Find = (name: string) => StoredFile | undefined;

/** The uploaded files that the inputs of a node name: only inputs that take uploads count. */
function filesOf(
  { class_type, inputs }: GraphNode,
  catalog: Catalog,
  find: Find,
): readonly (readonly [input: string, stored: StoredFile])[] {
  const specs = catalog.get(class_type)?.inputs ?? [];
  return specs.flatMap((spec) => {
    const value = inputs[spec.name];
    if (typeof value !== "string" || !(spec.lenient === true || spec.upload === true)) return [];
    const stored = find(value);
    return stored === undefined ? [] : [[spec.name, stored] as const];
  });
}

/** The names of sent files on a member, by content. */
export type SentFiles = WeakMap<Backend, Map<string, string>>;

/** Rejects as `Backend.upload`. Nothing was submitted then. */
export async function sendUploads(
  graph: Graph,
  {
    catalog,
    backend,
    uploads,
    sent,
  }: {
    readonly catalog: Catalog;
    readonly backend: Backend;
    readonly uploads: UploadStore;
    readonly sent: SentFiles;
  },
  options: UploadOptions = {},
): Promise<Graph> {
  const names = sent.get(backend) ?? new Map<string, string>();
  sent.set(backend, names);
  const changed: [string, GraphNode][] = [];
  for (const [id, node] of Object.entries(graph)) {
    const found = filesOf(node, catalog, (name) => uploads.find(name));
    if (found.length === 0) continue;
    const inputs: Record<string, string> = {};
    for (const [input, { file, sha256 }] of found) {
      const name = names.get(sha256) ?? (await backend.upload(file, options));
      names.set(sha256, name);
      inputs[input] = name;
    }
    changed.push([id, { ...node, inputs: { ...node.inputs, ...inputs } }]);
  }
  return changed.length === 0 ? graph : { ...graph, ...Object.fromEntries(changed) };
}
