// Runs a job to its end, and reads the images that it has made. An interruption ends the job; the end of the client's
// connection does not, as in the web UI.

import { isEnded, type Job, type JobOutput, type JobRequest } from "@pictor/client";
import { PictorError, resultImages } from "@pictor/kernel/plugin";
import type { Session } from "../backend/session.js";
import { jobEnded } from "../base/faults.js";
import type { Run } from "./runs.js";

export interface MadeImage {
  readonly output: JobOutput;
  readonly bytes: Uint8Array;
}

export interface EndedJob {
  /** Undefined if the request was interrupted before the job was submitted. */
  readonly job: Job | undefined;
  readonly images: readonly MadeImage[];
  readonly isInterrupted: boolean;
}

/** Why a job has made no image, as an error with the code of the job. */
function errorOf({ id, error, veto, state }: Job): PictorError {
  if (error !== undefined) {
    const { code, what, hint, status = 500 } = error;
    return new PictorError(code, what, hint, {}, { class: error.class, status: status < 500 ? 422 : 500 });
  }
  return jobEnded(id, veto?.message ?? `the job has ended as ${state}`);
}

async function readImages({ client }: Session, { id, outputs }: Job): Promise<readonly MadeImage[]> {
  return Promise.all(
    resultImages(outputs).map(async (output) => {
      const params = { id, index: String(output.index) };
      const reply = await client.calls.readOutput({ params });
      return { output, bytes: new Uint8Array(await reply.arrayBuffer()) };
    }),
  );
}

/** Rejects with the error of the job, or with that of a call. */
export async function runJob(request: JobRequest, session: Session, run: Run): Promise<EndedJob> {
  let job: Job;
  try {
    job = await session.client.generate(request, {
      signal: run.signal,
      onProgress: (next) => (run.job = next),
    });
  } catch (error) {
    // The request was interrupted before the job was submitted.
    if (run.signal.aborted) return { job: run.job, images: [], isInterrupted: true };
    throw error;
  }
  const isInterrupted = job.state === "interrupted" || (run.signal.aborted && isEnded(job));
  const images = await readImages(session, job);
  if (images.length === 0 && !isInterrupted) throw errorOf(job);
  return { job, images, isInterrupted };
}
