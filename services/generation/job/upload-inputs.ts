// Uploads the input files of a draft, and writes the names that the backend returns into the graph.

import {
  type Backend,
  type BackendInstance,
  type Catalog,
  fault,
  type Graph,
  type InputFile,
} from "@pictor/kernel";
import type { JobRun } from "../run/job-run.js";
import { retryDuringOutage } from "../run/retry-during-outage.js";
import type { JobInput } from "../state/job-state.js";
import { replaceInputTexts } from "../validate/replace-input-texts.js";

/** Bytes between two progress events of a file of unknown length. */
const stepBytes = 1 << 20;

/**
 * Replaces the names of input files by those that the backend returned for them. Changes only inputs that the catalog
 * marks for uploads: a prompt with the text "cat.png" stays as it is.
 */
export const withUploadedNames = (
  graph: Graph,
  names: ReadonlyMap<string, string>,
  catalog: Catalog,
): Graph => replaceInputTexts(graph, catalog, (text, { lenient }) => (lenient ? names.get(text) : undefined));

/** Dispatches progress at each whole percent, or at each MiB if the length is unknown. */
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

/** The part of a prepared generation that an upload uses. */
interface Uploading {
  readonly opened: {
    readonly backend: Pick<Backend, "facets" | "upload">;
    readonly instance: Pick<BackendInstance, "name">;
  };
  readonly catalog: Catalog;
  readonly run: Pick<JobRun, "clock" | "dispatch" | "signal">;
}

/** Writes the file with the facet `localFiles` if the backend has it, else uploads it. Uploads reach only the area `input`. */
async function transfer(file: InputFile, { opened, run }: Uploading): Promise<string> {
  const { area = "input", name } = file;
  const { backend, instance } = opened;
  const { dispatch, signal } = run;
  const { localFiles } = backend.facets;
  if (localFiles !== undefined) return localFiles.put(area, name, file.open(), { signal });
  if (area !== "input")
    throw fault("INPUT_AREA_UNREACHABLE", { filename: name, area, backend: instance.name });
  const upload = () => backend.upload(file, { signal, progress: throttledProgress(name, dispatch) });
  return retryDuringOutage(upload, run);
}

/** Creates the uploader of a job, which transfers a file once even if several batches use it. */
export function createUploader(uploading: Uploading): Uploader {
  const transferred = new Map<InputFile, string>();
  return async (graph, files) => {
    const names = new Map<string, string>();
    for (const file of files) {
      const name = transferred.get(file) ?? (await transfer(file, uploading));
      transferred.set(file, name);
      names.set(file.name, name);
    }
    return withUploadedNames(graph, names, uploading.catalog);
  };
}
