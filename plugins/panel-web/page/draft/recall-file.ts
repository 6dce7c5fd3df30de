// Fills the form with what a file holds: the settings of an image, a project, or a graph, which is sent to the server.

import type { ShownError } from "../api/errors.js";
import { inspectFile, uploadFile } from "../api/send-file.js";
import { sentenceCase } from "../parts/texts.js";
import { recall } from "./current-draft.js";

/** Why a file gives no settings. */
export interface Unusable {
  readonly isImage: boolean;
  readonly error: ShownError;
}

/** Resolves to true, or to why the file gives no settings. Rejects as the calls of the API. */
export async function recallFile(file: File): Promise<true | Unusable> {
  const { recall: found, refusal, notes, format } = await inspectFile(file);
  if (found === undefined) {
    const { reason, advice } = refusal ?? { reason: "it has no settings", advice: "" };
    const hint = advice !== "" && { hint: sentenceCase(advice) };
    const error = { text: `${file.name}: ${reason}.`, faults: [], ...hint };
    return { isImage: format !== "json", error };
  }
  const settings =
    found.kind === "comfy" ? { ...found, params: { ...found.params, graph: await uploadFile(file) } } : found;
  recall(settings, notes);
  return true;
}
