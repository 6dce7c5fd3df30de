// The queues of BullMQ, one for each capability set: the only code that uses BullMQ, by its public interface.

import type { Keys } from "../redis/keys.js";
import type { BullJob, BullQueue, BullState, BullWorker, Packages } from "../redis/packages.js";
import type { Connection } from "../redis/redis.js";
import type { QueueSettings } from "../settings.gen.js";
import { TakenJob, unlessLost, type Holder, type JobOfSet, type SetId } from "./jobs.js";
import { Opened } from "./opened.js";

export interface NewJob {
  readonly set: SetId;
  readonly id: string;
  readonly data: unknown;
  readonly priority: number;
  readonly timestamp: number;
}

export interface QueuesOptions {
  readonly packages: Packages;
  readonly keys: Keys;
  readonly connection: Connection;
  readonly settings: QueueSettings;
  readonly recordSeconds: number;
  /** As that of `Holder`. */
  readonly token: string;
  /** Called with a set in which prompts wait again, because their worker gave no sign. */
  onStalled?(set: SetId): void;
}

/** BullMQ's own events, which nobody reads: about as many are kept. */
const ownEvents = 16;
/** How many workers may end while they prepare a prompt, before it is given up: the prompt itself may be the reason. */
const mostStalls = 3;
/** The most sets whose jobs are taken over open connections. */
const mostWorkers = 16;
/** The most ended jobs that one command removes. */
const mostCleaned = 1_000;

/** Methods reject as those of `Connection`. */
export class Queues {
  private readonly options: QueuesOptions;
  /**
   * A connection of its own: ioredis prepares all scripts of BullMQ again for each batch of commands on a connection
   * that has them.
   */
  private readonly connection: Connection;
  private readonly holder: Holder;
  private readonly queues: Opened<BullQueue>;
  private readonly workers: Opened<BullWorker>;

  constructor(options: QueuesOptions) {
    const { connection, packages, token } = options;
    this.options = options;
    this.connection = connection.another();
    this.holder = { connection: this.connection, packages, token };
    this.queues = new Opened((set) => this.openQueue(set));
    this.workers = new Opened((set) => this.openWorker(set), mostWorkers);
  }

  private get shared() {
    return { connection: this.connection.client, prefix: this.options.keys.bull, skipVersionCheck: true };
  }

  private openQueue(set: SetId): BullQueue {
    const queue = new this.options.packages.Queue(
      set,
      Object.assign(this.shared, { skipWaitingForReady: true, streams: { events: { maxLen: ownEvents } } }),
    );
    queue.on("error", () => undefined);
    return queue;
  }

  private openWorker(set: SetId): BullWorker {
    const { packages, settings, token, onStalled } = this.options;
    const lockMs = settings.lockSeconds * 1_000;
    const worker = new packages.Worker(
      set,
      null,
      Object.assign(this.shared, {
        autorun: false,
        name: token,
        lockDuration: lockMs,
        stalledInterval: Math.max(1, Math.round(lockMs / 2)),
        maxStalledCount: mostStalls - 1,
      }),
    );
    worker.on("error", () => undefined);
    worker.on("stalled", () => onStalled?.(set));
    void worker.startStalledCheckTimer();
    return worker;
  }

  private withQueue<Result>(set: SetId, work: (queue: BullQueue) => Promise<Result>): Promise<Result> {
    return this.connection.guard(async () => work(await this.queues.get(set)));
  }

  /** Adds a prompt to the queue of its set, unless it is there. */
  async add({ set, id, data, priority, timestamp }: NewJob): Promise<void> {
    const { retries, retrySeconds } = this.options.settings;
    const delay = retrySeconds * 1_000;
    const again =
      retries === 0 ? {} : { attempts: retries + 1, backoff: { type: "exponential", delay } as const };
    await this.withQueue(set, (queue) =>
      queue.add("prompt", data, Object.assign({ jobId: id, priority, timestamp }, again)),
    );
  }

  find(set: SetId, id: string): Promise<BullJob | undefined> {
    return this.withQueue(set, (queue) => queue.getJob(id));
  }

  /** Whether somebody has taken the job. */
  isTaken(job: BullJob): Promise<boolean> {
    return this.connection.guard(() => job.isActive());
  }

  /** The jobs of a set in the order of their turns or of their times; the newest ended ones first. */
  list(set: SetId, state: BullState, limit = Infinity): Promise<readonly BullJob[]> {
    const isEnded = state === "completed" || state === "failed";
    return this.withQueue(set, async (queue) => {
      const end = limit === Infinity ? -1 : limit - 1;
      const jobs = end < -1 || limit === 0 ? [] : await queue.getJobs([state], 0, end, !isEnded);
      return jobs.filter((job) => job !== undefined);
    });
  }

  /** The ids of the prompts that wait for their turn, in its order, or that are put aside. */
  ids(set: SetId, state: "prioritized" | "delayed"): Promise<readonly string[]> {
    return this.withQueue(set, (queue) => queue.getRanges([state], 0, -1, true));
  }

  count(set: SetId, ...states: BullState[]): Promise<number> {
    return this.withQueue(set, async (queue) => {
      const counts = await queue.getJobCounts(...states);
      return Object.values(counts).reduce((sum, each) => sum + each, 0);
    });
  }

  /** Takes the first prompt of a queue; undefined if there is none. */
  take(set: SetId): Promise<TakenJob | undefined> {
    return this.connection.guard(async () => {
      const worker = await this.workers.get(set);
      const job = await worker.getNextJob(this.options.token, { block: false });
      return job?.id === undefined ? undefined : this.taken({ set, id: job.id, job });
    });
  }

  /** A job that an earlier process with the same token has taken. */
  taken(found: JobOfSet): TakenJob {
    return new TakenJob(found, this.holder);
  }

  /** Gives a prompt that waits another turn. Resolves to false if it does not wait. */
  move(job: BullJob, priority: number): Promise<boolean> {
    return unlessLost(this.connection, () => job.changePriority({ priority }));
  }

  /** Puts a job that was put aside back into its turn. Resolves to false if it is not put aside any more. */
  promote(job: BullJob): Promise<boolean> {
    return unlessLost(this.connection, () => job.promote());
  }

  /** Removes a job that nobody has taken. Resolves to false if somebody has. */
  remove(set: SetId, id: string): Promise<boolean> {
    return this.withQueue(set, async (queue) => (await queue.remove(id)) === 1);
  }

  /** Queues a failed job again. Resolves to false if it is not among the failed ones. */
  retry(job: BullJob): Promise<boolean> {
    return unlessLost(this.connection, () => job.retry("failed"));
  }

  /**
   * Removes jobs whose time is over, and returns jobs of workers that gave no sign to the queue. Resolves to how many
   * jobs are left.
   */
  async tidy(
    set: SetId,
  ): Promise<{ readonly waiting: number; readonly delayed: number; readonly all: number }> {
    const { recordSeconds } = this.options;
    const counts = await this.withQueue(set, async (queue) => {
      for (const state of ["completed", "failed"] as const)
        while ((await queue.clean(recordSeconds * 1_000, mostCleaned, state)).length === mostCleaned);
      return queue.getJobCounts("wait", "prioritized", "delayed", "active", "completed", "failed");
    });
    const { wait = 0, prioritized = 0, delayed = 0, active = 0 } = counts;
    if (active > 0) await this.connection.guard(() => this.workers.get(set));
    const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
    return { waiting: wait + prioritized + delayed, delayed, all };
  }

  /** Removes what BullMQ keeps of a queue without jobs. */
  async forget(set: SetId): Promise<void> {
    await this.withQueue(set, (queue) => queue.obliterate({ force: false }));
    await this.queues.drop(set);
    await this.workers.drop(set);
  }

  /** A set is used again that was about to be forgotten. */
  async revive(set: SetId): Promise<void> {
    await this.withQueue(set, (queue) => queue.resume());
  }

  async close(): Promise<void> {
    await this.workers.close();
    await this.queues.close();
    this.connection.close();
  }
}
