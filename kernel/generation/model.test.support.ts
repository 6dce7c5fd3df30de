// The job runner as a model: any order of what callers, servers and lines can do.

import fc from "fast-check";
import { settle } from "../testing/fake-clock.js";
import type { Reply } from "./fake-replies.test.support.js";
import type { Fate } from "./fake-server.test.support.js";
import { startGeneration } from "./generate.js";
import { breaches } from "./model-rules.test.support.js";
import { createWorld, type Model, type ModelJob, type World } from "./model-world.test.support.js";

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
    await settle();
  },
});
const always = (name: string, run: (world: World, model: Model) => unknown) =>
  fc.constant(command(name, run));

const generate = (batches: number, reply: Reply): Command =>
  command(`generate ${batches} ${reply}`, ({ deps, jobs, server }, model) => {
    server.replies.push(reply);
    const generation = startGeneration({ workflow: "fake", count: batches }, deps);
    const job: ModelJob = { generation, batches, events: [], isCancelled: false };
    jobs.push(job);
    model.jobs++;
    void (async () => {
      for await (const event of generation.events) job.events.push(event);
    })();
    void generation.result.then((result) => (job.result = result));
  });

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
  "lost",
  "dropped",
  "500",
  "500 queued",
];
const fates: readonly Fate[] = ["succeeded", "succeeded", "interrupted", "failed"];

const generation = fc
  .tuple(fc.integer({ min: 1, max: 2 }), fc.constantFrom(...replies))
  .map((args) => generate(...args));
const starting = always("start", ({ server }) => server.start());

export const commands = fc.commands(
  [
    // Those without which the others do nothing come more often.
    generation,
    generation,
    generation,
    starting,
    starting,
    fc.nat(3).map(cancel),
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
    always("another client removes", ({ server }) => {
      const [first] = server.queue;
      if (first !== undefined) server.remove(first);
    }),
    always("late replies", ({ server }) => {
      server.releaseReplies();
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

/** The server is well again and does what is queued, until every job has ended. */
async function heal({ server, clock, jobs }: World): Promise<void> {
  server.replies.length = 0;
  server.knobs.losesInterrupts = 0;
  server.knobs.isDead = false;
  server.lateHistory(0);
  server.up();
  for (let round = 0; round < 40; round++) {
    await clock.advance(6_000);
    server.releaseReplies();
    server.start();
    await settle();
    server.finish("succeeded");
    await settle();
    if (jobs.every(({ result }) => result !== undefined) && server.queue.length === 0) break;
  }
  await clock.advance(30_000);
}

/** The first build imports what all builds need; that takes real time, which the fake clock does not wait for. */
export async function warmUp(): Promise<void> {
  const { deps } = createWorld();
  for await (const event of startGeneration({ workflow: "fake" }, deps).events) {
    if (event.type === "job" && event.state === "queued") return;
  }
}

/** Plays the commands on a new world and lists what does not hold afterwards. */
export async function play(list: Iterable<Command>): Promise<readonly string[]> {
  const model: Model = { jobs: 0, isUp: true, hasForgotten: false };
  const world = createWorld();
  await fc.asyncModelRun(() => ({ model, real: world }), list);
  await heal(world);
  return breaches(world, model);
}
