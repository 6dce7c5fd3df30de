// Files of the server that a graph names and that the catalog does not list: those of another folder than that of uploads. The
// server refuses a graph whose file it does not have, so the file is asked for before.

import {
  PictorError,
  type Backend,
  type CallOptions,
  type Catalog,
  type InputSpec,
  type InputValue,
  type OutputFile,
  type WorkflowDraft,
} from "@pictor/kernel";
import { activeInputs } from "./active-inputs.js";
import { graphError, type GraphLocation } from "./graph-errors.js";
import { maxProblems } from "./suggestions.js";
import { neededNodes } from "./validate-graph.js";

type Place = Pick<OutputFile, "area" | "subfolder" | "filename">;

/** A name as ComfyUI annotates it with its folder: `sub/a.png [output]`. Without a folder it is that of uploads. */
const annotated = /^(.+?)(?: ?\[(output|temp|input)\])?$/s;

/** The place of a file that the catalog does not list; undefined for a value that names none, or one outside the folders. */
function placeOf(value: InputValue | undefined, { upload, lenient, type }: InputSpec): Place | undefined {
  if (typeof value !== "string" || type !== "COMBO" || lenient !== true) return undefined;
  const [, path = "", area] = annotated.exec(value) ?? [];
  const at = path.lastIndexOf("/");
  if (area === undefined && (upload !== true || at < 0)) return undefined;
  const filename = path.slice(at + 1);
  if (filename === "" || path.split("/").includes("..")) return undefined;
  return { area: (area ?? "input") as Place["area"], subfolder: path.slice(0, Math.max(at, 0)), filename };
}

interface NamedFile {
  readonly place: Place;
  /** The first input that names it, and the draft of that input. */
  readonly location: GraphLocation;
  readonly draft: WorkflowDraft;
}

/** The files by their names. What the job uploads is not there yet. */
function filesOf(drafts: readonly WorkflowDraft[], catalog: Catalog): ReadonlyMap<string, NamedFile> {
  const files = new Map<string, NamedFile>();
  for (const draft of drafts) {
    const uploads = new Set(draft.inputs.map(({ name }) => name));
    for (const id of neededNodes(draft, catalog)) {
      const node = draft.graph[id];
      const inputs = catalog.get(node?.class_type ?? "")?.inputs;
      if (node === undefined || inputs === undefined) continue;
      for (const spec of activeInputs(inputs, node)) {
        const name = node.inputs[spec.name];
        const place = placeOf(name, spec);
        if (place === undefined || typeof name !== "string" || uploads.has(name) || files.has(name)) continue;
        files.set(name, {
          place,
          draft,
          location: { node: id, classType: node.class_type, input: spec.name },
        });
      }
    }
  }
  return files;
}

/** Whether the server has a file; undefined if it answers anything else, such as that it shows no files. */
async function hasFile(place: Place, backend: Backend, options: CallOptions): Promise<boolean | undefined> {
  try {
    const file: OutputFile = { ...place, node: "", mime: "", address: "" };
    for await (const _first of backend.fetchOutput(file, options)) break;
    return true;
  } catch (error) {
    options.signal?.throwIfAborted();
    return error instanceof PictorError && error.code === "BACKEND_FILE_GONE" ? false : undefined;
  }
}

/**
 * An error for each file that the server does not have. A server that does not say so of a file is not asked for others: its own
 * check of the graph decides, as with a backend that has members, whose server is chosen later.
 */
export async function checkFiles(
  drafts: readonly WorkflowDraft[],
  catalog: Catalog,
  backend: Backend,
  options: CallOptions,
): Promise<readonly PictorError[]> {
  const problems: PictorError[] = [];
  if (backend.facets.members !== undefined) return problems;
  const files = [...filesOf(drafts, catalog)].slice(0, maxProblems);
  for (const [name, { place, location, draft }] of files) {
    const isThere = await hasFile(place, backend, options);
    if (isThere === undefined) break;
    const advice = "Name a file that the backend has, or upload one.";
    if (!isThere) problems.push(graphError(location, `the backend has no file "${name}"`, advice, draft));
  }
  return problems;
}
