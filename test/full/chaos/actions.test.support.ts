// Everything that can happen to a job, by its user, other clients, the server and the network.

import fc from "fast-check";
import type { Fault } from "@pictor/backend-embedded/testing";
import type { Stage } from "./stage.test.support.js";

/** The model: the number of jobs. Their outcomes are read from the server's record afterwards. */
export interface Model {
  jobs: number;
}

type Command = fc.AsyncCommand<Model, Stage>;

const command = (
  name: string,
  run: (stage: Stage, model: Model) => Promise<void> | void,
  check: (model: Model) => boolean = ({ jobs }) => jobs > 0,
): Command => ({ check, run: async (model, stage) => run(stage, model), toString: () => name });

const submit = (batches: number): Command =>
  command(
    `submit ${batches}`,
    (stage, model) => {
      model.jobs += 1;
      stage.start(batches);
    },
    ({ jobs }) => jobs < 5,
  );

const cancel = (which: number): Command =>
  command(`cancel ${which}`, (stage) => stage.jobs[which % stage.jobs.length]?.cancel());

const moments = (count: number): Command =>
  command(`wait ${count}`, async (stage) => {
    for (let i = 0; i < count; i += 1) await stage.moment();
  });

const other = (path: string, body: unknown): Command =>
  command(`another client: ${path} ${JSON.stringify(body)}`, async (stage) => {
    await stage.other("POST", path, body);
  });

/** Takes effect at once, in any state of the jobs, also between two batches. A job that starts meanwhile fails. */
const away = (ms: number): Command =>
  command(`away for ${ms} ms`, async (stage) => {
    stage.server.faults.set([...stage.server.faults.list(), { kind: "refuse", ms, times: 1 }]);
    for (let i = 0; i < ms / 10; i += 1) await stage.moment();
  });

const strike = (fault: Fault): Command =>
  command(
    `fault ${JSON.stringify(fault)}`,
    ({ server }) => server.faults.set([...server.faults.list(), fault]),
    () => true,
  );

const frames = fc.integer({ min: 0, max: 20 });
const once = { times: 1 } as const;

const faults: fc.Arbitrary<Fault> = fc.oneof(
  frames.map((afterFrames): Fault => ({ kind: "drop-socket", afterFrames, ...once })),
  frames.map((afterFrames): Fault => ({ kind: "refuse", ms: 60, afterFrames, ...once })),
  frames.map((afterFrames): Fault => ({ kind: "restart", afterFrames, downMs: 40, ...once })),
  frames.map((afterFrames): Fault => ({ kind: "half-open", afterFrames, ...once })),
  fc.constantFrom<Fault>(
    { kind: "late-reply", ms: 40, ...once },
    { kind: "late-reply", ms: 300, ...once },
    { kind: "early-events", ...once },
    { kind: "duplicate-events" },
    { kind: "wrong-order" },
    { kind: "lost-history", ...once },
    { kind: "late-history", ms: 20, ...once },
    { kind: "node-error", ...once },
    { kind: "status", status: 500, queued: true, ...once },
    { kind: "status", status: 503, times: 2 },
    { kind: "old-close-unregisters" },
  ),
);

/** The actions of a run. A repeated entry occurs more often. */
export const commands: readonly fc.Arbitrary<Command>[] = [
  fc.integer({ min: 1, max: 3 }).map(submit),
  fc.integer({ min: 1, max: 3 }).map(submit),
  fc.nat({ max: 4 }).map(cancel),
  fc.integer({ min: 1, max: 8 }).map(moments),
  fc.integer({ min: 1, max: 8 }).map(moments),
  faults.map(strike),
  faults.map(strike),
  fc.constantFrom(40, 300).map(away),
  fc.constant(other("interrupt", {})),
  fc.constant(other("queue", { clear: true })),
  fc.constant(other("history", { clear: true })),
];
