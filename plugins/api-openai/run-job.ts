// Runs a job for a request, and finds its images; the failure of a job becomes an error in the terms of HTTP.

import { ApiError, type Client, type Job, type JobOutput } from "@pictor/client";
import { isRecord, resultImages } from "@pictor/kernel/plugin";
import type { Failure } from "./error-shape.js";
import { noImage } from "./faults.js";

/** A job that has ended without a result. */
export class JobFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.detail);
    this.name = "JobFailed";
    this.failure = failure;
  }
}

/** The status of a failed job. An error that another request avoids is 400, as in OpenAI's API. */
const statusOf = ({ status = 500 }: NonNullable<Job["error"]>): number => (status < 500 ? 400 : status);

/** Why a job has no result; undefined if it has one. */
function failureOf({ id, state, error, veto }: Job): Failure | undefined {
  if (state === "finished") return undefined;
  if (error !== undefined) {
    const { code, what, hint, details } = error;
    const detail = hint === "" ? what : `${what} ${hint}`;
    return { status: statusOf(error), code, detail, ...(isRecord(details) && { details }) };
  }
  if (veto !== undefined) {
    const { code, message, hint } = veto;
    return { status: 400, code, detail: hint === undefined ? message : `${message} ${hint}` };
  }
  const code = `JOB_${state.toUpperCase()}`;
  return { status: 500, code, detail: `The job ${id} has ended as ${state}.` };
}

/**
 * The failure that an exception of a call or of a job is; undefined for any other exception. OpenAI's API refuses
 * values with 400.
 */
export function failureOfThrown(thrown: unknown): Failure | undefined {
  if (thrown instanceof JobFailed) return thrown.failure;
  if (!(thrown instanceof ApiError)) return undefined;
  const { problem } = thrown;
  return problem.status === 422 ? { ...problem, status: 400 } : problem;
}

/** The images of a job, in order. Throws `OPENAI_NO_IMAGE`. */
export function imagesOf({ id, outputs }: Job): readonly JobOutput[] {
  const images = resultImages(outputs);
  if (images.length === 0) throw noImage(id);
  return images;
}

/** The ended job of a generation. Throws `JobFailed` if it has no result. */
export function finishedJob(job: Job): Job {
  const failure = failureOf(job);
  if (failure !== undefined) throw new JobFailed(failure);
  return job;
}

export const readBytes = async (
  calls: Pick<Client["calls"], "readOutput">,
  id: string,
  { index }: JobOutput,
): Promise<Uint8Array> => {
  const output = await calls.readOutput({ params: { id, index: String(index) } });
  return new Uint8Array(await output.arrayBuffer());
};
