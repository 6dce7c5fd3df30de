// Events, results and errors from their JSON form.

import { PictorError, type GenerationResult, type JobEvent, type Output } from "@pictor/kernel";
import type { ErrorJson, EventJson, OutputJson, ResultJson } from "./to-json.js";

/** The sources of the data that the JSON form does not contain. */
export interface Sources {
  /** Opens the file of an output. */
  open(output: OutputJson): AsyncIterable<Uint8Array>;
}

/** Creates the error from its JSON form, with the same code, class, texts and details. Its stack is that of this call. */
export const errorFromJson = ({ code, what, hint, details = {}, ...kind }: ErrorJson): PictorError =>
  new PictorError(code, what, hint, details, kind);

/** Creates an output from its JSON form, which has neither prompts nor metadata: they are empty. */
export function outputFromJson(json: OutputJson, jobId: string, { open }: Sources): Output {
  const { batch, index, path, node, place, filename, subfolder, area, address, mime, seed } = json;
  return {
    jobId,
    batch,
    index,
    place,
    mime,
    file: { node, filename, subfolder, area, mime, address },
    prompt: { positive: "", negative: "" },
    metadata: {},
    open: () => open(json),
    ...(seed !== undefined && { seed: BigInt(seed) }),
    ...(path !== undefined && { path }),
  };
}

/** Creates an event from its JSON form. `preview` has the bytes of a preview, which are sent beside the JSON form. */
export function eventFromJson(json: EventJson, sources: Sources, preview = new Uint8Array()): JobEvent {
  switch (json.type) {
    case "preview":
      return { ...json, bytes: preview };
    case "output": {
      const { type, jobId, ...output } = json;
      return { type, jobId, batch: output.batch, output: outputFromJson(output, jobId, sources) };
    }
    case "error":
      return { ...json, error: errorFromJson(json.error) };
    default:
      return json;
  }
}

/** Creates the result of a generation from its JSON form. */
export function resultFromJson(json: ResultJson, sources: Sources): GenerationResult {
  const { jobId, problems } = json;
  const outputs = json.outputs.map((output) => outputFromJson(output, jobId, sources));
  const common = { jobId, problems, outputs };
  switch (json.status) {
    case "failed":
    case "lost":
      return { status: json.status, error: errorFromJson(json.error), ...common };
    case "vetoed":
      return { status: "vetoed", veto: json.veto, ...common };
    case "interrupted":
      return { status: "interrupted", by: json.by, ...common };
    case "finished":
      return { status: "finished", ...common };
  }
}
