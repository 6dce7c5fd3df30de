// The jobs of prompts in BullMQ, and what a process can do with one that it has taken.

import type { BullJob, Packages } from "../redis/packages.js";
import type { Connection } from "../redis/redis.js";

/** The name of a capability set, and of its queue in BullMQ. */
export type SetId = string;

/** A job, with its set and the id of its prompt. */
export interface JobOfSet {
  readonly set: SetId;
  readonly id: string;
  readonly job: BullJob;
}

/** Who has taken a job. */
export interface Holder {
  readonly connection: Connection;
  readonly packages: Pick<Packages, "UnrecoverableError">;
  /** Names this process in the locks of jobs: the same for the next process of a worker. */
  readonly token: string;
}

/** `ErrorCode` of BullMQ: the job is gone, is not active, has no lock, or belongs to somebody else. */
const isNotOurs = (error: unknown): boolean =>
  error instanceof Error && [-1, -2, -3, -6].includes((error as { readonly code?: number }).code ?? 0);

/** Resolves to false if the job is not ours any more, or not in the state that `work` needs. */
export const unlessLost = (connection: Connection, work: () => Promise<unknown>): Promise<boolean> =>
  connection.guard(async () => {
    try {
      await work();
      return true;
    } catch (error) {
      if (isNotOurs(error)) return false;
      throw error;
    }
  });

/**
 * A job that this process has taken. Methods resolve to false if it is not ours any more, and reject as those of
 * `Connection`.
 */
export class TakenJob implements JobOfSet {
  readonly set: SetId;
  readonly id: string;
  readonly job: BullJob;
  readonly #holder: Holder;

  constructor({ set, id, job }: JobOfSet, holder: Holder) {
    this.set = set;
    this.id = id;
    this.job = job;
    this.#holder = holder;
  }

  #change(work: (job: BullJob, token: string) => Promise<unknown>): Promise<boolean> {
    const { connection, token } = this.#holder;
    return unlessLost(connection, () => work(this.job, token));
  }

  /** Keeps the job for some time, unless it was given to others, because there was no sign for too long. */
  extend(ms: number): Promise<boolean> {
    return this.#change((job, token) => job.extendLock(token, ms));
  }

  /** Puts the job back to its place in the queue. */
  giveBack(): Promise<boolean> {
    return this.#change((job, token) => job.moveToWait(token));
  }

  /** Puts the job aside for some time. */
  postpone(ms: number): Promise<boolean> {
    return this.#change((job, token) => job.moveToDelayed(Date.now() + ms, token));
  }

  complete(result: unknown): Promise<boolean> {
    return this.#change((job, token) => job.moveToCompleted(result, token, false));
  }

  /** Ends the job as failed; `mayRetry`: unless attempts are left. */
  fail(reason: string, mayRetry: boolean): Promise<boolean> {
    const { UnrecoverableError } = this.#holder.packages;
    const error = mayRetry ? new Error(reason) : new UnrecoverableError(reason);
    error.stack = reason;
    return this.#change((job, token) => job.moveToFailed(error, token, false));
  }

  /** Removes the job. */
  drop(): Promise<boolean> {
    this.job.opts.removeOnComplete = true;
    return this.complete(null);
  }
}
