// The queues of BullMQ in memory, as far as hosts and the end of a run use them. A test holds the jobs.

import type { SetId, TakenJob } from "../bull/jobs.js";
import type { Queues } from "../bull/queues.js";
import type { BullJob, BullState } from "../redis/packages.js";

type Held = { -readonly [Name in keyof BullJob]: BullJob[Name] } & { set: SetId; state: BullState };

export interface FakeQueues {
  readonly queues: Queues;
  readonly jobs: Map<string, Held>;
  /** Adds a job, which waits unless the state says otherwise. */
  put(set: SetId, id: string, more?: Partial<Held>): TakenJob;
  /** Whether this process still has the jobs that it has taken. */
  isOurs: boolean;
}

export function fakeQueues(): FakeQueues {
  const jobs = new Map<string, Held>();
  const of = (set: SetId, state: BullState): readonly Held[] =>
    [...jobs.values()].filter((job) => job.set === set && job.state === state);
  const ended = (state: "completed" | "failed", result: Partial<Held>) => (job: Held) => {
    Object.assign(job, result, { state, finishedOn: 1, attemptsMade: job.attemptsMade + 1 });
  };
  const taken = (set: SetId, id: string, job: BullJob): TakenJob => {
    const changed = (change: (job: Held) => void): Promise<boolean> => {
      const held = jobs.get(id);
      if (held === undefined || !fake.isOurs) return Promise.resolve(false);
      change(held);
      return Promise.resolve(true);
    };
    const methods: Partial<TakenJob> = {
      extend: () => changed(() => undefined),
      giveBack: () => changed((held) => (held.state = "prioritized")),
      postpone: () => changed((held) => (held.state = "delayed")),
      complete: (returnvalue) => changed(ended("completed", { returnvalue })),
      fail: (failedReason, mayRetry) =>
        changed((held) => {
          ended("failed", { failedReason })(held);
          if (!mayRetry) return;
          held.state = "delayed";
          delete held.finishedOn;
        }),
      drop: () => changed(() => jobs.delete(id)),
    };
    return Object.assign({ set, id, job }, methods) as TakenJob;
  };
  const queues: Partial<Queues> = {
    // BullMQ gives a job as it is when it is read.
    find: (set, id) => {
      const job = jobs.get(id);
      return Promise.resolve(job?.set === set ? Object.assign({}, job) : undefined);
    },
    isTaken: (job) => job.isActive(),
    list: (set, state, limit?: number) => {
      const found = of(set, state);
      const isEnded = state === "completed" || state === "failed";
      return Promise.resolve((isEnded ? found.toReversed() : found).slice(0, limit ?? found.length));
    },
    ids: (set, state) => Promise.resolve(of(set, state).map(({ id = "" }) => id)),
    promote: (job) => {
      const held = jobs.get(job.id ?? "");
      if (held?.state !== "delayed") return Promise.resolve(false);
      held.state = "prioritized";
      return Promise.resolve(true);
    },
    taken: ({ set, id, job }) => taken(set, id, job),
    remove: (_set, id) => Promise.resolve(jobs.get(id)?.state !== "active" && jobs.delete(id)),
    retry: (job) => {
      const held = jobs.get(job.id ?? "");
      if (held?.state !== "failed") return Promise.resolve(false);
      held.state = "prioritized";
      delete held.finishedOn;
      return Promise.resolve(true);
    },
  };
  const fake: FakeQueues = {
    queues: queues as Queues,
    jobs,
    isOurs: true,
    put(set, id, more = {}) {
      const job = {
        set,
        id,
        state: "prioritized",
        data: { version: 1, graph: {}, outputs: [] },
        opts: {},
        priority: 1,
        timestamp: 0,
        attemptsMade: 0,
        returnvalue: null,
        isActive: () => Promise.resolve(jobs.get(id)?.state === "active"),
        ...more,
      } as Held;
      jobs.set(id, job);
      return taken(set, id, Object.assign({}, job));
    },
  };
  return fake;
}
