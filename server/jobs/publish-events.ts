// Publishes the events of one generation, and keeps the snapshot of its job up to date.

import { type Job, type JobEvent, type JobOutput, type ResultEvent, applyEvent } from "@pictor/client";
import { errorToJson, eventToJson, resultToJson, type OutputJson, type Redact } from "@pictor/host";
import {
  errorOf,
  type GenerationResult,
  type JobEvent as KernelEvent,
  type PictorError,
  type Problem,
} from "@pictor/kernel";
import { statusOf } from "../contract/faults.js";
import type { EventLog } from "../events/event-log.js";

export interface PublishDependencies {
  readonly log: EventLog;
  readonly redact: Redact;
}

/** The largest message of a custom node that is published, in bytes. */
const maxUnknownBytes = 65_536;

const outputHref = (jobId: string, index: number): string =>
  `/v1/jobs/${encodeURIComponent(jobId)}/outputs/${index}`;

/** Width and height of an output, in pixels; empty if they are not known. */
export type PixelSize = Pick<JobOutput, "width" | "height">;

/** An output as clients see it: without its path on the machine of the server. */
const publicOutput = ({ path: _path, ...output }: OutputJson, jobId: string, size: PixelSize) => ({
  ...output,
  ...size,
  href: outputHref(jobId, output.index),
});

/** An error as clients see it: with the status of a reply. */
const publicError = (error: PictorError, redact: Redact) => ({
  ...errorToJson(error, redact),
  status: statusOf(error),
});

/** The event of a job in the form of the API; undefined for events that are not part of a job. */
function jobEventOf(event: KernelEvent, redact: Redact, size: PixelSize): JobEvent | undefined {
  const json = eventToJson(event, redact);
  switch (json.type) {
    case "preview":
    case "status":
    case "connection":
    case "unknown":
      return undefined;
    case "output": {
      const { type, jobId, ...output } = json;
      return { type, jobId, ...publicOutput(output, jobId, size) };
    }
    case "error": {
      return event.type === "error" ? { ...json, error: publicError(event.error, redact) } : undefined;
    }
    default:
      return json;
  }
}

const isListed = (known: readonly Problem[], { code, message, plugin }: Problem): boolean =>
  known.some((one) => one.code === code && one.message === message && one.plugin === plugin);

/** The problems of a job and the found ones: each once, since a job that goes on can find a problem again. */
export const withProblems = (known: readonly Problem[], found: readonly Problem[]): readonly Problem[] => [
  ...known,
  ...found.filter((problem) => !isListed(known, problem)),
];

/** Publishes an event, unless it is a warning that the job has, and returns the job after the event. */
export function publishEvent(
  job: Job,
  event: KernelEvent,
  { log, redact }: PublishDependencies,
  size: PixelSize = {},
): Job {
  if (event.type === "preview") {
    log.publishPreview({ jobId: job.id, owner: job.owner, mime: event.mime, bytes: event.bytes });
    return job;
  }
  const audience = { owner: job.owner };
  const own = jobEventOf(event, redact, size);
  if (own !== undefined) {
    if (own.type === "warning" && isListed(job.problems, own.problem)) return job;
    const { seq, at } = log.publish({ ...own }, audience);
    const published = { ...own, at };
    return applyEvent(job, published, seq);
  }
  const other = { ...eventToJson(event, redact) };
  if (event.type !== "unknown" || JSON.stringify(other).length <= maxUnknownBytes)
    log.publish(other, audience);
  return job;
}

/** Publishes the end of a job with its outputs so far, and returns the job after it. */
export function publishEnd(
  job: Job,
  ending: Omit<ResultEvent, "type" | "jobId" | "outputs">,
  { log }: Pick<PublishDependencies, "log">,
): Job {
  const event: ResultEvent = { type: "result", jobId: job.id, outputs: job.outputs, ...ending };
  log.dropPreview(job.id);
  return applyEvent(job, event, log.publish({ ...event }, { owner: job.owner }).seq);
}

/** Publishes the end of a job that could not be submitted again, and returns the job after it. */
export function publishFailure(job: Job, thrown: unknown, deps: PublishDependencies, endedAtMs: number): Job {
  const error = publicError(errorOf(thrown), deps.redact);
  return publishEnd(job, { status: "failed", endedAtMs, problems: job.problems, error }, deps);
}

/** Publishes the result of a generation, and returns the job after it. */
export function publishResult(
  job: Job,
  result: GenerationResult,
  deps: PublishDependencies,
  endedAtMs: number,
): Job {
  const { redact } = deps;
  const json = resultToJson(result, redact);
  const ending = {
    status: json.status,
    endedAtMs,
    problems: withProblems(job.problems, json.problems),
    ...("error" in result && { error: publicError(result.error, redact) }),
    ...("veto" in json && { veto: { ...json.veto } }),
    ...("by" in json && { by: json.by }),
  };
  return publishEnd(job, ending, deps);
}
