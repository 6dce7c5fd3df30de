// The job runner as a model: any order of what callers, servers and lines can do.

import fc from "fast-check";
import { settlePromises } from "@pictor/host/testing";
import type { Reply } from "./fake-replies.js";
import type { Fate } from "./fake-server.js";
import { startGeneration } from "../generation/job/start-generation.js";
import { breaches } from "./job-model-rules.js";
import {
  createWorld,
  type Ended,
  type Model,
  type ModelJob,
  type ModelSubmission,
  type World,
} from "./job-model-world.js";
import { startSubmission } from "../generation/job/submit-batches.js";

type Command = fc.AsyncCommand<Model, World>;

const command = (
  name: string,
  run: (world: World, model: Model) => unknown,
  check: (model: Model) => boolean = () => true,
): Command => ({
  check,
  toString: () => name,
  async run(model, world) {
    await run(world, model);
    await settlePromises();
  },
});
const always = (name: string, run: (world: World, model: Model) => unknown) =>
  fc.constant(command(name, run));

/** Notes how it ended, and what there was on the server then. */
const seen =
  <Result>(one: Ended<Result>, { clock, server }: World) =>
  (result: Result): void => {
    one.result = result;
    one.endedAt = clock.now();
    one.fates = new Map(server.truth);
  };

const generate = (batches: number, reply: Reply): Command =>
  command(`generate ${batches} ${reply}`, (world, model) => {
    const { deps, jobs, server } = world;
    server.replies.push(reply);
    model.hasForgotten ||= reply === "cut off";
    const generation = startGeneration({ workflow: "fake", count: batches }, deps);
    const job: ModelJob = { generation, batches, events: [], isCancelled: false };
    jobs.push(job);
    model.jobs++;
    void (async () => {
      for await (const event of generation.events) job.events.push(event);
    })();
    void generation.result.then(seen(job, world));
  });

const submit = (batches: number, reply: Reply): Command =>
  command(`submit ${batches} ${reply}`, (world, model) => {
    const { deps, server, submissions } = world;
    server.replies.push(reply);
    model.hasForgotten ||= reply === "cut off";
    const stop = new AbortController();
    const submission: ModelSubmission = { batches, stop };
    submissions.push(submission);
    model.submissions++;
    const request = { workflow: "fake", count: batches, signal: stop.signal };
    void startSubmission(request, deps).result.then(seen(submission, world));
  });

const stop = (index: number): Command =>
  command(
    `stop ${index}`,
    ({ submissions }, model) => submissions[index % model.submissions]?.stop.abort(),
    (model) => model.submissions > 0,
  );

const cancel = (index: number): Command =>
  command(
    `cancel ${index}`,
    ({ jobs }, model) => {
      const job = jobs[index % model.jobs];
      if (job === undefined) return;
      job.isCancelled = true;
      void job.generation.cancel();
    },
    (model) => model.jobs > 0,
  );

/** Nobody answers the cancel for as long as it is waited for. */
const cancelInVain = (index: number): Command =>
  command(
    `cancel ${index} in vain`,
    async (world, model) => {
      model.hasForgotten = true;
      world.server.down();
      await cancel(index).run(model, world);
      await world.clock.advance(12_000);
    },
    (model) => model.jobs > 0,
  );

/** A message about a prompt, old or new, that nothing on the server stands behind. */
const strayEvent = (index: number, type: "started" | "ended" | "node"): Command =>
  command(`stray ${type} ${index}`, ({ server }) => {
    // Of one that has run, or runs: a server does not speak of others.
    const unheard = ["queued", "removed"];
    const promptIds = [...server.truth].flatMap(([id, was]) =>
      unheard.includes(was) && id !== server.running() ? [] : [id],
    );
    const promptId = promptIds[index % promptIds.length];
    if (promptId === undefined) return;
    server.emit(type === "node" ? { type, promptId, node: "Save" } : { type, promptId });
  });

const replies: readonly Reply[] = [
  "prompt",
  "prompt",
  "prompt",
  "held",
  "late",
  "lost",
  "cut off",
  "dropped",
  "500",
  "500 queued",
];
const fates: readonly Fate[] = ["succeeded", "succeeded", "interrupted", "failed"];

const sending = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(...replies));
const generation = sending.map((args) => generate(...args));
const starting = always("start", ({ server }) => server.start());

export const commands = fc.commands(
  [
    // Those without which the others do nothing come more often.
    generation,
    generation,
    generation,
    starting,
    starting,
    sending.map((args) => submit(...args)),
    fc.nat(3).map(cancel),
    fc.nat(3).map(cancelInVain),
    fc.nat(3).map(stop),
    fc.tuple(fc.nat(9), fc.constantFrom("started", "ended", "node")).map((args) => strayEvent(...args)),
    fc.constantFrom(...fates).map((fate) =>
      command(`run ${fate}`, ({ server }) => {
        server.start();
        server.finish(fate);
      }),
    ),
    fc.constantFrom(...fates).map((fate) =>
      command(`finish ${fate}`, ({ server }) => {
        server.finish(fate);
      }),
    ),
    always("progress", ({ server }) => {
      const promptId = server.running();
      if (promptId !== undefined) server.emit({ type: "progress", promptId, node: "Save", value: 1, max: 4 });
    }),
    always("another client removes", ({ server }, model) => {
      model.hasRemoved = true;
      const [first] = server.queue;
      if (first !== undefined) server.remove(first);
    }),
    always("late replies", ({ server }) => {
      server.releaseReplies();
    }),
    always("late submissions", ({ server }) => {
      server.takeLate();
    }),
    always("cut", ({ server }) => {
      server.cut();
    }),
    always("reconnect", ({ server }) => {
      server.reconnect();
    }),
    always("down", ({ server }, model) => {
      model.hasForgotten = true;
      server.down();
    }),
    always("up", ({ server }) => {
      server.up();
    }),
    always("restart", ({ server }, model) => {
      model.hasForgotten = true;
      server.down();
      server.forget();
    }),
    always("history is not kept", ({ server }, model) => {
      model.hasForgotten = true;
      server.knobs.keepsHistory = false;
    }),
    fc.constantFrom(0, 300).map((ms) =>
      command(`history late ${ms}`, ({ server }) => {
        server.lateHistory(ms);
      }),
    ),
    always("the worker dies", ({ server }) => {
      server.knobs.isDead = true;
    }),
    always("an interrupt is lost", ({ server }) => {
      server.knobs.losesInterrupts = 1;
    }),
    fc
      .constantFrom(20, 500, 3_000, 12_000, 70_000)
      .map((ms) => command(`${ms} ms pass`, ({ clock }) => clock.advance(ms))),
  ],
  { maxCommands: 30, size: "+1" },
);

/** Milliseconds after which withdrawing may have been given up, and those that it takes a server that is well. */
const withdrawableMs = 540_000;
const withdrawnMs = 30_000;

/** What is there of jobs that have ended, although they could take it back. */
function orphansIn({ server, clock, jobs, submissions }: World): readonly string[] {
  const there = [...server.queue, ...[server.running() ?? []].flat()];
  return there.filter((id) => {
    const jobId = server.owners.get(id)?.jobId;
    const job = jobs.find(({ generation }) => generation.jobId === jobId);
    const one = job ?? submissions.find(({ result }) => result?.jobId === jobId);
    if (one?.result === undefined || one.endedAt === undefined) return false;
    if (one.result.status === "submitted" || clock.now() - one.endedAt > withdrawableMs) return false;
    // One that was followed is left to go on when its server does not answer any more.
    const wasFollowed = job?.events.some((event) => event.type === "job" && event.promptId === id);
    return !(one.result.status === "lost" && wasFollowed === true);
  });
}

/** The server is well again, takes up what was sent to it, and later does what is queued, until every job has ended. */
async function heal(world: World): Promise<void> {
  const { server, clock, jobs, submissions, orphans } = world;
  server.replies.length = 0;
  server.knobs.losesInterrupts = 0;
  server.knobs.isDead = false;
  server.lateHistory(0);
  server.up();
  server.takeLate();
  await clock.advance(withdrawnMs);
  orphans.push(...orphansIn(world));
  for (let round = 0; round < 40; round++) {
    await clock.advance(6_000);
    server.releaseReplies();
    server.takeLate();
    server.start();
    await settlePromises();
    server.finish("succeeded");
    await settlePromises();
    const hasEnded = [...jobs, ...submissions].every(({ result }) => result !== undefined);
    if (hasEnded && server.queue.length === 0) break;
  }
  await clock.advance(30_000);
}

/** Plays the commands on a new world and lists what does not hold afterwards. */
export async function play(list: Iterable<Command>): Promise<readonly string[]> {
  const model: Model = { jobs: 0, submissions: 0, hasForgotten: false, hasRemoved: false };
  const world = createWorld();
  await fc.asyncModelRun(() => ({ model, real: world }), list);
  await heal(world);
  return breaches(world, model);
}
