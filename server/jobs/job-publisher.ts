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

/** The problems of a job and newly found ones, each once, because a resumed job can find a problem again. */
export const withProblems = (known: readonly Problem[], found: readonly Problem[]): readonly Problem[] => [
  ...known,
  ...found.filter((problem) => !isListed(known, problem)),
];

/** Publishes what happens to jobs. Each method returns the job after the change. */
export class JobPublisher {
  readonly #log: EventLog;
  readonly #pictor: { readonly redact: Redact };

  constructor(log: EventLog, pictor: { readonly redact: Redact }) {
    this.#log = log;
    this.#pictor = pictor;
  }

  /** An event, unless it is a warning that the job already has. */
  event(job: Job, event: KernelEvent, size: PixelSize = {}): Job {
    const { redact } = this.#pictor;
    if (event.type === "preview") {
      this.#log.publishPreview({ jobId: job.id, owner: job.owner, mime: event.mime, bytes: event.bytes });
      return job;
    }
    const audience = { owner: job.owner };
    const own = jobEventOf(event, redact, size);
    if (own !== undefined) {
      if (own.type === "warning" && isListed(job.problems, own.problem)) return job;
      const { seq, at } = this.#log.publish({ ...own }, audience);
      const published = { ...own, at };
      return applyEvent(job, published, seq);
    }
    const other = { ...eventToJson(event, redact) };
    if (event.type !== "unknown" || JSON.stringify(other).length <= maxUnknownBytes)
      this.#log.publish(other, audience);
    return job;
  }

  /** The end of a job, with its outputs so far. */
  end(job: Job, ending: Omit<ResultEvent, "type" | "jobId" | "outputs">): Job {
    const event: ResultEvent = { type: "result", jobId: job.id, outputs: job.outputs, ...ending };
    this.#log.dropPreview(job.id);
    return applyEvent(job, event, this.#log.publish({ ...event }, { owner: job.owner }).seq);
  }

  /** The end of a job that could not be submitted again. */
  failure(job: Job, thrown: unknown, endedAtMs: number): Job {
    const error = publicError(errorOf(thrown), this.#pictor.redact);
    return this.end(job, { status: "failed", endedAtMs, problems: job.problems, error });
  }

  /** The result of a generation. */
  result(job: Job, result: GenerationResult, endedAtMs: number): Job {
    const { redact } = this.#pictor;
    const json = resultToJson(result, redact);
    return this.end(job, {
      status: json.status,
      endedAtMs,
      problems: withProblems(job.problems, json.problems),
      ...("error" in result && { error: publicError(result.error, redact) }),
      ...("veto" in json && { veto: { ...json.veto } }),
      ...("by" in json && { by: json.by }),
    });
  }
}
