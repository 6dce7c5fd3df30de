// What the registry of the jobs offers to the routes and to the server.

import type { AttachRequest as AttachBody, Job, JobRequest } from "@pictor/client";
import type { GenerateRequest, Output } from "@pictor/host";

/** What the end of the server does with its jobs. */
export type JobsEnd = "cancel" | "leave";

/** Where the bytes of an output are. */
export type OutputSource =
  | { readonly kind: "file"; readonly path: string; readonly mime: string; readonly filename: string }
  | { readonly kind: "stream"; readonly output: Output };

/** A submission with the header `Idempotency-Key`. */
export interface SubmissionKey {
  readonly text: string;
  /** SHA-256 of the body. */
  readonly digest: string;
}

export interface JobRegistry {
  /** All jobs, newest first. */
  list(): readonly Job[];
  /** Throws `API_THING_UNKNOWN`. */
  get(id: string): Job;
  /**
   * Starts a job. `request` is for the kernel, `shown` is what clients see of it. The same key with the same digest gives the
   * job that it has given before; with another digest, `API_KEY_REUSED` is thrown.
   */
  submit(
    request: GenerateRequest,
    shown: JobRequest,
    owner: string,
    key?: SubmissionKey,
  ): { readonly job: Job; readonly isNew: boolean };
  /** Follows a prompt that is already on a backend. */
  attach(request: AttachBody, owner: string): Job;
  /** Requests the cancellation of a job; a job that has ended stays as it is. */
  cancel(id: string): void;
  /** Resolves to the job when it has ended, or as it is when the signal is aborted. */
  whenEnded(id: string, signal: AbortSignal): Promise<Job>;
  /** Throws `API_THING_UNKNOWN`. */
  outputOf(id: string, index: number): OutputSource;
  /** Reads the journal, and follows the jobs that had not ended. */
  restore(): Promise<void>;
  /**
   * Requests the end of all jobs of this server, before Pictor is disposed: `cancel` also cancels prompts that an earlier run
   * has submitted; `leave` leaves each prompt on its backend, for the next run to follow, unless the backend ends with this
   * process. Prompts of other programs go on either way.
   */
  end(how: JobsEnd): Promise<void>;
  /** Resolves when the results of all jobs are written, and the journal is closed. Pictor must be disposed before. */
  close(): Promise<void>;
}
