// Brings a draft's input files to the backend, and the names that it gave them into the graph.

import {
  type Backend,
  type Catalog,
  fault,
  type Graph,
  type GraphNode,
  type InputFile,
  type InputValue,
} from "@pictor/kernel";
import type { JobInput } from "../state/reducer.js";

/** Bytes between two events of a file whose length nobody knows. */
const stepBytes = 1 << 20;

/**
 * Puts the names that the backend gave into the graph: where the catalog marks an input as one for uploads, a text
 * that is exactly a file's name is replaced. A prompt that happens to read "cat.png" stays as it is.
 */
export function withUploadedNames(graph: Graph, names: ReadonlyMap<string, string>, catalog: Catalog): Graph {
  if ([...names].every(([name, given]) => name === given)) return graph;
  const rename = (node: GraphNode): GraphNode => {
    const uploads = (catalog.get(node.class_type)?.inputs ?? []).filter(({ lenient }) => lenient);
    const changed = uploads.flatMap(({ name }): [string, InputValue][] => {
      const value = node.inputs[name];
      const given = typeof value === "string" ? names.get(value) : undefined;
      return given === undefined ? [] : [[name, given]];
    });
    return changed.length === 0
      ? node
      : { ...node, inputs: { ...node.inputs, ...Object.fromEntries(changed) } };
  };
  return Object.fromEntries(Object.entries(graph).map(([id, node]) => [id, rename(node)]));
}

/** Tells of each whole percent, or of each MiB where the length is unknown. */
function throttled(file: string, dispatch: (input: JobInput) => void) {
  let last: number | undefined;
  return (sent: number, total?: number): void => {
    const mark = total === undefined ? Math.floor(sent / stepBytes) : Math.floor((sent * 100) / (total || 1));
    if (mark === last) return;
    last = mark;
    dispatch({ type: "upload", file, sent, ...(total === undefined ? {} : { total }) });
  };
}

export type Uploader = (graph: Graph, files: readonly InputFile[]) => Promise<Graph>;

interface UploadDependencies {
  /** Name of the instance. */
  readonly name: string;
  readonly signal: AbortSignal;
  dispatch(input: JobInput): void;
}

/** Straight into the folder where the backend has that facet, else over its upload route, which has one folder only. */
async function bring(file: InputFile, backend: Backend, deps: UploadDependencies): Promise<string> {
  const { area = "input", name } = file;
  const { signal } = deps;
  const { localFiles } = backend.facets;
  if (localFiles !== undefined) return localFiles.put(area, name, file.open(), { signal });
  if (area !== "input") throw fault("INPUT_AREA_UNREACHABLE", { filename: name, area, backend: deps.name });
  return backend.upload(file, { signal, progress: throttled(name, deps.dispatch) });
}

/** For one job: a file that several batches read is brought once. */
export function createUploader(backend: Backend, catalog: Catalog, deps: UploadDependencies): Uploader {
  const brought = new Map<InputFile, string>();
  return async (graph, files) => {
    const names = new Map<string, string>();
    for (const file of files) {
      const name = brought.get(file) ?? (await bring(file, backend, deps));
      brought.set(file, name);
      names.set(file.name, name);
    }
    return withUploadedNames(graph, names, catalog);
  };
}
