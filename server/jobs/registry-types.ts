// What the registry of the jobs offers to the routes and to the server.

import type { AttachRequest as AttachBody, Job, JobRequest } from "@pictor/client";
import type { GenerateRequest, Output } from "@pictor/host";

/** What happens to the jobs when the server stops. */
export type JobShutdown = "cancel" | "leave";

/** Where the bytes of an output can be read. */
export type OutputSource =
  | { readonly kind: "file"; readonly path: string; readonly mime: string; readonly filename: string }
  | { readonly kind: "stream"; readonly output: Output };

/** A submission with the header `Idempotency-Key`. */
export interface SubmissionKey {
  readonly text: string;
  /** SHA-256 of the submission's body. */
  readonly digest: string;
}

export interface JobRegistry {
  /** All jobs, newest first. */
  list(): readonly Job[];
  /** The job with this id. Throws `API_THING_UNKNOWN`. */
  get(id: string): Job;
  /**
   * Starts a job. `request` is passed to the kernel, `shown` is the form that clients see. The same key with the same
   * digest returns the job that was created for it; with another digest, `API_KEY_REUSED` is thrown.
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
  /**
   * Waits for the end of a job, for `limitMs` milliseconds at most and until the signal is aborted. Resolves to the job
   * in its state then.
   */
  whenEnded(id: string, limitMs: number, signal: AbortSignal): Promise<Job>;
  /** The source of an output's bytes. Throws `API_THING_UNKNOWN`. */
  outputOf(id: string, index: number): OutputSource;
  /** Reads the journal, and follows the jobs that had not ended. */
  restore(): Promise<void>;
  /**
   * Starts to end all jobs of this server, before Pictor is disposed: `cancel` also cancels prompts that an earlier run
   * has submitted; `leave` keeps each prompt on its backend, for the next run to follow, unless the backend ends with
   * this process. Prompts of other programs continue in both cases.
   */
  end(how: JobShutdown): Promise<void>;
  /**
   * Resolves when the results of all jobs are written, and the journal is closed. Pictor must be disposed before this
   * call.
   */
  close(): Promise<void>;
}
