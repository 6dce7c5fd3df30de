// Events and endings as the records that `--json` prints: no bodies, no images, errors as data.

import type { GenerationResult, JobEvent, Output, SubmissionResult } from "@pictor/host";
import type { ExitCode } from "../base/exit-codes.js";

export type OutputRecord = ReturnType<typeof outputRecord>;
type Line = Readonly<Record<string, unknown>> & { readonly type: string };

/** An output without its body: where it is, and what it was made from. */
export const outputRecord = ({ batch, index, path, file, mime, seed }: Output) => ({
  batch,
  index,
  ...(path !== undefined && { path }),
  filename: file.filename,
  address: file.address,
  mime,
  seed: String(seed),
});

/** One event as one line. */
export function eventRecord(event: JobEvent): Line {
  switch (event.type) {
    case "preview":
      return { ...event, bytes: event.bytes.byteLength };
    case "output":
      return { type: "output", jobId: event.jobId, ...outputRecord(event.output) };
    default:
      return { ...event };
  }
}

/** The last line of a generation, or of a submission without waiting. */
export function resultRecord(result: GenerationResult | SubmissionResult, exitCode: ExitCode): Line {
  if (result.status === "submitted") return { type: "result", exitCode, ...result };
  return { type: "result", exitCode, ...result, outputs: result.outputs.map(outputRecord) };
}
