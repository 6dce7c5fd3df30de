// Events, results and errors as plain JSON, for other processes and for people's scripts: schemas/events.schema.json.

import type {
  GenerationResult,
  JobEvent,
  JobLine,
  Output,
  PictorError,
  Problem,
  SubmissionResult,
  Veto,
} from "@pictor/kernel";
import { shortText } from "@pictor/kernel";
import { plainRecord } from "./plain-record.js";

/** An event. A preview has the number of its bytes in place of the bytes. */
export type EventJson = JobLine;

type LineOf<Type extends JobLine["type"]> = Extract<JobLine, { readonly type: Type }>;

/** An error without its causes and its stack. */
export type ErrorJson = LineOf<"error">["error"];

/** An output without its bytes. */
export type OutputJson = Omit<LineOf<"output">, "type" | "jobId">;

interface ResultCommonJson {
  readonly jobId: string;
  readonly outputs: readonly OutputJson[];
  readonly problems: readonly Problem[];
}

/** The result of a generation. */
export type ResultJson =
  | ({ readonly status: "finished" } & ResultCommonJson)
  | ({ readonly status: "vetoed"; readonly veto: Veto } & ResultCommonJson)
  | ({ readonly status: "interrupted"; readonly by: "caller" | "server" } & ResultCommonJson)
  | ({ readonly status: "failed" | "lost"; readonly error: ErrorJson } & ResultCommonJson);

type Submitted = Extract<SubmissionResult, { readonly status: "submitted" }>;

/** Replaces secrets in a text: `Pictor.redact`. */
export type Redact = (text: string) => string;

const keep: Redact = (text) => text;

/** Long texts are shortened. The default of `redact` returns texts unchanged, for values that never leave the process. */
export function errorToJson(error: PictorError, redact: Redact = keep): ErrorJson {
  const { code, what, hint, details } = error;
  const texts = plainRecord({ what, hint, details }, (text) => shortText(redact(text))) as Omit<
    ErrorJson,
    "code" | "class"
  >;
  return { code, class: error.class, ...texts };
}

/** Converts an output; `redact` replaces secrets in its texts. */
export function outputToJson(output: Output, redact: Redact = keep): OutputJson {
  const { batch, index, path, place, mime, seed, file } = output;
  const { node, filename, subfolder, area, address } = file;
  const saved = path === undefined ? {} : { path: redact(path) };
  const texts = { filename: redact(filename), subfolder: redact(subfolder), address: redact(address) };
  const used = seed === undefined ? {} : { seed: String(seed) };
  return { batch, index, ...saved, node, place, ...texts, area, mime, ...used };
}

/** Converts an event; `redact` replaces secrets in its texts. */
export function eventToJson(event: JobEvent, redact: Redact = keep): EventJson {
  switch (event.type) {
    case "preview":
      return { ...event, bytes: event.bytes.byteLength };
    case "output":
      return { type: "output", jobId: event.jobId, ...outputToJson(event.output, redact) };
    case "error":
      return { ...event, error: errorToJson(event.error, redact) };
    default:
      return plainRecord(event, redact) as EventJson;
  }
}

/** Converts a result; `redact` replaces secrets in its texts. That of a submission needs no conversion. */
export function resultToJson(result: GenerationResult, redact?: Redact): ResultJson;
export function resultToJson(
  result: GenerationResult | SubmissionResult,
  redact?: Redact,
): ResultJson | Submitted;
export function resultToJson(
  result: GenerationResult | SubmissionResult,
  redact: Redact = keep,
): ResultJson | Submitted {
  if (result.status === "submitted") return result;
  const outputs = result.outputs.map((output) => outputToJson(output, redact));
  const problems = plainRecord(result.problems, redact) as readonly Problem[];
  const common = { jobId: result.jobId, outputs, problems };
  switch (result.status) {
    case "finished":
      return { status: "finished", ...common };
    case "vetoed":
      return { status: "vetoed", veto: plainRecord(result.veto, redact) as Veto, ...common };
    case "interrupted":
      return { status: "interrupted", by: result.by, ...common };
    case "failed":
    case "lost":
      return { status: result.status, error: errorToJson(result.error, redact), ...common };
  }
}
