// Uploads a draft's input files, and puts the names that the backend gave them into the graph.

import {
  type Backend,
  type Catalog,
  fault,
  type Graph,
  type GraphNode,
  type InputFile,
  type InputValue,
} from "@pictor/kernel";
import type { JobInput } from "../state/job-state.js";

/** Bytes between two progress events of a file of unknown length. */
const stepBytes = 1 << 20;

/**
 * Puts the names that the backend gave into the graph: on inputs that the catalog marks for uploads, a text that is
 * exactly a file's name is replaced. A prompt text "cat.png" stays as it is.
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

/** Dispatches progress at each whole percent, or at each MiB where the length is unknown. */
function throttledProgress(file: string, dispatch: (input: JobInput) => void) {
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
  /** The instance's name, for error texts. */
  readonly name: string;
  readonly signal: AbortSignal;
  dispatch(input: JobInput): void;
}

/** Writes the file into the backend's folder where it has that facet; else uploads it, which reaches only `input`. */
async function transfer(file: InputFile, backend: Backend, deps: UploadDependencies): Promise<string> {
  const { area = "input", name } = file;
  const { signal } = deps;
  const { localFiles } = backend.facets;
  if (localFiles !== undefined) return localFiles.put(area, name, file.open(), { signal });
  if (area !== "input") throw fault("INPUT_AREA_UNREACHABLE", { filename: name, area, backend: deps.name });
  return backend.upload(file, { signal, progress: throttledProgress(name, deps.dispatch) });
}

/** An uploader for one job: a file that several batches use is transferred once. */
export function createUploader(backend: Backend, catalog: Catalog, deps: UploadDependencies): Uploader {
  const transferred = new Map<InputFile, string>();
  return async (graph, files) => {
    const names = new Map<string, string>();
    for (const file of files) {
      const name = transferred.get(file) ?? (await transfer(file, backend, deps));
      transferred.set(file, name);
      names.set(file.name, name);
    }
    return withUploadedNames(graph, names, catalog);
  };
}
