// What the server keeps of a job.

import type { Job } from "@pictor/client";
import type { SentPrompt } from "@pictor/kernel";

/** A job, with the data that only the server needs. */
export interface JobRecord {
  readonly job: Job;
  /** The `Idempotency-Key` of the submission, with the SHA-256 of the submission's body. */
  readonly key?: { readonly text: string; readonly digest: string };
  /** The limit of the owner's running prompts, as its quota was at the submission. */
  readonly runningLimit?: number;
  /** Absolute paths of saved outputs, by index. They are not shown to clients. */
  readonly paths: Readonly<Record<string, string>>;
  /** Id of the server that follows the job until it ends. */
  readonly server?: string;
  /** Increases with each line that is written about the job. */
  readonly revision?: number;
  /** The prompts that a server may have or may have run, by their proposed ids. */
  readonly sent?: readonly Pick<SentPrompt, "promptId" | "batch">[];
  /** How many servers have started the job and ended before a backend had accepted it. */
  readonly starts?: number;
}
