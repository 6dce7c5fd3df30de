// The queues of BullMQ, one for each capability set: the only code that uses BullMQ.

import type { BullJob, BullWorker, Command, Packages, Replies } from "../redis/packages.js";
import type { Connection } from "../redis/redis.js";
import type { Keys } from "../redis/keys.js";
import { bullPriority, type BullTurn } from "../protocol/rounds.js";
import type { SetId } from "./capability.js";

/** A job that this process has taken. */
export interface TakenJob {
  readonly set: SetId;
  readonly id: string;
  readonly job: BullJob;
}

export interface Bull {
  /** Adds a prompt to the queue of its set, together with other commands, completely or not at all. Resolves to the replies. */
  add(set: SetId, id: string, turn: BullTurn, commands: readonly Command[]): Promise<readonly unknown[]>;
  /** Gives a prompt that waits another turn. Resolves to false if it does not wait. */
  move(set: SetId, id: string, turn: BullTurn): Promise<boolean>;
  /** Takes the first prompt of a queue; undefined if there is none. */
  take(set: SetId): Promise<TakenJob | undefined>;
  /** Keeps the job; resolves to false if it was given to others, because there was no sign for too long. */
  extend(taken: TakenJob): Promise<boolean>;
  /** Puts the job back to its place in the queue. */
  giveBack(taken: TakenJob): Promise<void>;
  /** Puts the job aside for some time. */
  postpone(taken: TakenJob, ms: number): Promise<void>;
  /** Removes a job that this process has taken, wherever it is now. */
  finish(taken: TakenJob): Promise<void>;
  /** Removes a job that a process with this token has taken, or that nobody has. Resolves to false if somebody else has it. */
  remove(set: SetId, id: string): Promise<boolean>;
  /** Puts jobs back that were taken by workers which have given no sign for too long. */
  restoreStalled(set: SetId): Promise<void>;
  close(): Promise<void>;
}

export interface BullOptions {
  readonly packages: Packages;
  readonly connection: Connection;
  readonly keys: Keys;
  /** Names this process in the locks of jobs: the same for the next process of a worker. */
  readonly token: string;
  readonly lockMs: number;
  now(): number;
}

/** The longest stream of BullMQ's own events, which nobody reads. */
const ownEventsLength = 16;
/** Codes of BullMQ: the job is gone, is not active, or belongs to somebody else. */
const isNotOurs = (error: unknown): boolean =>
  error instanceof Error && [-1, -2, -3, -6].includes((error as { readonly code?: number }).code ?? 0);

export function openBull({ packages, connection: shared, keys, token, lockMs, now }: BullOptions): Bull {
  const { Worker, Job, createRedisBackend } = packages;
  // A connection of its own: ioredis prepares all scripts of BullMQ again for each batch of commands on a connection that has them.
  const connection = shared.another();
  const open = new Map<SetId, BullWorker>();
  const queueOf = (set: SetId): BullWorker => {
    let queue = open.get(set);
    if (queue === undefined) {
      const options = {
        connection: connection.client,
        prefix: keys.bull,
        autorun: false,
        lockDuration: lockMs,
        stalledInterval: lockMs,
        // A prompt is looked at again as often as needed; the claim decides whether it is run.
        maxStalledCount: 1_000_000,
        skipVersionCheck: true,
        skipWaitingForReady: true,
        removeOnComplete: { count: 0 },
      };
      queue = new Worker(set, null, options, (name, own) => createRedisBackend(name, own));
      queue.on("error", () => undefined);
      open.set(set, queue);
    }
    return queue;
  };
  const jobOptions = { removeOnComplete: true, removeOnFail: true };
  /** Resolves to false if the job is not ours any more. */
  const unlessLost = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (isNotOurs(error)) return false;
      throw error;
    }
  };

  return {
    add: (set, id, turn, commands) =>
      connection.guard(async () => {
        const queue = queueOf(set);
        const client = (await queue.getBackend().client) as {
          multi(): Record<string, (...all: unknown[]) => unknown>;
        };
        const transaction = client.multi();
        const meta = keys.queue(set, "meta");
        for (const [name, ...all] of [
          ...commands,
          ["hmset", meta, "opts.maxLenEvents", ownEventsLength] as const,
        ])
          transaction[name]?.(...all);
        const options = { ...jobOptions, jobId: id, priority: bullPriority(turn), timestamp: now() };
        await new Job(queue, "p", {}, options, id).addJob(transaction);
        const replies = (await transaction["exec"]?.()) as Replies | null;
        return (replies ?? []).map(([error, reply]) => {
          if (error !== null) throw error;
          return reply;
        });
      }),
    move: (set, id, turn) =>
      connection.guard(async () => {
        const job = await Job.fromId(queueOf(set), id);
        return job !== undefined && unlessLost(() => job.changePriority({ priority: bullPriority(turn) }));
      }),
    take: (set) =>
      connection.guard(async () => {
        const job = await queueOf(set).getNextJob(token, { block: false });
        return job?.id === undefined ? undefined : { set, id: job.id, job };
      }),
    extend: ({ set, id }) =>
      connection.guard(async () => (await queueOf(set).extendJobLocks([id], [token], lockMs)).length === 0),
    async giveBack({ job }) {
      await connection.guard(() => unlessLost(() => job.moveToWait(token)));
    },
    async postpone({ job }, ms) {
      await connection.guard(() => unlessLost(() => job.moveToDelayed(now() + ms, token)));
    },
    async finish({ set, id, job }) {
      await connection.guard(async () => {
        if (!(await unlessLost(() => job.moveToCompleted(null, token, false))))
          await queueOf(set).getBackend().remove(id, false);
      });
    },
    remove: (set, id) =>
      connection.guard(async () => {
        const queue = queueOf(set);
        const job = await Job.fromId(queue, id);
        if (job === undefined) return true;
        if (await unlessLost(() => job.moveToCompleted(null, token, false))) return true;
        return (await queue.getBackend().remove(id, false)) === 1;
      }),
    async restoreStalled(set) {
      await connection.guard(() => queueOf(set).getBackend().moveStalledJobsToWait());
    },
    async close() {
      await Promise.all([...open.values()].map((queue) => queue.close(true).catch(() => undefined)));
      open.clear();
      connection.close();
    },
  };
}
