// Fills the form with what a file holds: the settings of an image, a project, or a graph, which is sent to the server.

import { inspectFile, uploadFile } from "../api/send-file.js";
import { recall } from "./current-draft.js";

/** Why a file gives no settings. `reason` is the end of a sentence whose subject is the file. */
export interface Unusable {
  readonly isImage: boolean;
  readonly reason: string;
  readonly advice: string;
}

/** Resolves to true, or to why the file gives no settings. Rejects as the calls of the API. */
export async function recallFile(file: File): Promise<true | Unusable> {
  const { recall: found, refusal, notes, format } = await inspectFile(file);
  if (found === undefined)
    return { isImage: format !== "json", ...(refusal ?? { reason: "it has no settings", advice: "" }) };
  const settings =
    found.kind === "comfy" ? { ...found, params: { ...found.params, graph: await uploadFile(file) } } : found;
  recall(settings, notes);
  return true;
}
