// Publishes the events of one generation, and keeps the snapshot of its job up to date.

import { type Job, type JobEvent, type JobOutput, type ResultEvent, applyEvent } from "@pictor/client";
import {
  errorToJson,
  eventToJson,
  outputToJson,
  resultToJson,
  type OutputJson,
  type Redact,
} from "@pictor/host";
import { errorOf, type GenerationResult, type JobEvent as KernelEvent } from "@pictor/kernel";
import { statusOf } from "../contract/faults.js";
import type { EventLog } from "../events/event-log.js";

/**
 * How the id and the numbers of a generation become those of its job. They differ for a job of an earlier run that is
 * followed again.
 */
export interface JobNumbering {
  readonly jobId: string;
  /** The number of the batch, if the generation is that of one prompt. */
  readonly batch?: number;
  /** Added to the index of each output. */
  readonly indexOffset: number;
}

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
function publicOutput({ path: _path, ...output }: OutputJson, place: JobNumbering, size: PixelSize) {
  const index = output.index + place.indexOffset;
  return {
    ...output,
    ...size,
    index,
    batch: place.batch ?? output.batch,
    href: outputHref(place.jobId, index),
  };
}

/** The event of a job in the form of the API; undefined for events that are not part of a job. */
function jobEventOf(
  event: KernelEvent,
  place: JobNumbering,
  redact: Redact,
  size: PixelSize,
): JobEvent | undefined {
  const json = eventToJson(event, redact);
  switch (json.type) {
    case "preview":
    case "status":
    case "connection":
    case "unknown":
      return undefined;
    case "output": {
      const { type, jobId: _jobId, ...output } = json;
      return { type, jobId: place.jobId, ...publicOutput(output, place, size) };
    }
    case "error": {
      const status = event.type === "error" ? { status: statusOf(event.error) } : {};
      const error = { ...json.error, ...status };
      return { ...json, error, jobId: place.jobId, batch: place.batch ?? json.batch };
    }
    case "job":
    case "node":
    case "progress":
    case "upload":
    case "text":
    case "warning":
      return { ...json, jobId: place.jobId, batch: place.batch ?? json.batch };
  }
}

/** Publishes an event, and returns the job after the event. */
export function publishEvent(
  job: Job,
  event: KernelEvent,
  place: JobNumbering,
  { log, redact }: PublishDependencies,
  size: PixelSize = {},
): Job {
  if (event.type === "preview") {
    log.publishPreview({ jobId: place.jobId, owner: job.owner, mime: event.mime, bytes: event.bytes });
    return job;
  }
  const audience = { owner: job.owner };
  const own = jobEventOf(event, place, redact, size);
  if (own !== undefined) {
    const { seq, at } = log.publish({ ...own }, audience);
    const published = { ...own, at };
    return applyEvent(job, published, seq);
  }
  const other = { ...eventToJson(event, redact) };
  if (event.type !== "unknown" || JSON.stringify(other).length <= maxUnknownBytes)
    log.publish(other, audience);
  return job;
}

/** Publishes the end of a job, and returns the job after it. */
export function publishEnd(
  job: Job,
  ending: Omit<ResultEvent, "type" | "jobId">,
  { log }: Pick<PublishDependencies, "log">,
): Job {
  const event: ResultEvent = { type: "result", jobId: job.id, ...ending };
  log.dropPreview(job.id);
  return applyEvent(job, event, log.publish({ ...event }, { owner: job.owner }).seq);
}

/** Publishes the end of a job that could not be submitted again, and returns the job after it. */
export const publishFailure = (
  job: Job,
  thrown: unknown,
  { log, redact }: PublishDependencies,
  endedAtMs: number,
): Job => {
  const { outputs, problems } = job;
  const failure = errorOf(thrown);
  const error = { ...errorToJson(failure, redact), status: statusOf(failure) };
  return publishEnd(job, { status: "failed", endedAtMs, outputs, problems, error }, { log });
};

/** Publishes the result of a generation, and returns the job after it. Outputs of earlier generations are kept. */
export function publishResult(
  job: Job,
  result: GenerationResult,
  place: JobNumbering,
  deps: PublishDependencies,
  endedAtMs: number,
): Job {
  const { redact } = deps;
  const json = resultToJson(result, redact);
  if (json.status === "submitted") return job;
  const outputs = result.outputs.map((output) => {
    const known = job.outputs.find(({ index }) => index === output.index + place.indexOffset);
    const { width, height } = known ?? {};
    const size = width === undefined || height === undefined ? {} : { width, height };
    return publicOutput(outputToJson(output, redact), place, size);
  });
  const earlier = job.outputs.filter(({ index }) => index < place.indexOffset);
  const ending = {
    status: json.status,
    endedAtMs,
    outputs: [...earlier, ...outputs],
    problems: [...job.problems, ...json.problems],
    ...("error" in json && "error" in result && { error: { ...json.error, status: statusOf(result.error) } }),
    ...("veto" in json && { veto: { ...json.veto } }),
    ...("by" in json && { by: json.by }),
  };
  return publishEnd(job, ending, deps);
}
