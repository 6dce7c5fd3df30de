// Events and results as the records of `--json`: without bodies, with errors as data.

import type { GenerationResult, JobEvent, Output, SubmissionResult } from "@pictor/host";
import type { ExitCode } from "../base/exit-codes.js";

export type OutputRecord = ReturnType<typeof outputRecord>;
type EventRecord = Readonly<Record<string, unknown>> & { readonly type: string };

/** An output without its body. */
export const outputRecord = ({ batch, index, path, file, mime, seed }: Output) => ({
  batch,
  index,
  ...(path !== undefined && { path }),
  filename: file.filename,
  address: file.address,
  mime,
  seed: String(seed),
});

/** The record of one event. */
export function eventRecord(event: JobEvent): EventRecord {
  switch (event.type) {
    case "preview":
      return { ...event, bytes: event.bytes.byteLength };
    case "output":
      return { type: "output", jobId: event.jobId, ...outputRecord(event.output) };
    default:
      return { ...event };
  }
}

/** The last record of a generation or of a detached submission. */
export function resultRecord(result: GenerationResult | SubmissionResult, exitCode: ExitCode): EventRecord {
  if (result.status === "submitted") return { type: "result", exitCode, ...result };
  return { type: "result", exitCode, ...result, outputs: result.outputs.map(outputRecord) };
}
