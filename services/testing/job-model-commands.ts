// The commands of the job runner's model: everything that callers, servers and connections can do, in any order.

import fc from "fast-check";
import { settlePromises } from "@pictor/host/testing";
import { generationOf, startGeneration } from "../generation/job/start-generation.js";
import { startSubmission, submissionResult } from "../generation/job/submit-batches.js";
import type { Fate } from "./fake-queue.js";
import type { SubmissionReply } from "./fake-submissions.js";
import type { Ended, Model, ModelJob, ModelSubmission, World } from "./job-model-world.js";

export type Command = fc.AsyncCommand<Model, World>;

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

/** Records the result of a job, and the state of the server's prompts at that time. */
const recordEnd =
  <Result>(ended: Ended<Result>, { clock, server }: World) =>
  (result: Result): void => {
    ended.result = result;
    ended.endedAt = clock.now();
    ended.fates = new Map(server.fates);
  };

const generate = (batches: number, reply: SubmissionReply): Command =>
  command(`generate ${batches} ${reply}`, (world, model) => {
    const { deps, jobs, server } = world;
    server.replies.push(reply);
    model.hasForgotten ||= reply === "cut off";
    const generation = generationOf(startGeneration({ workflow: "fake", count: batches }, deps));
    const job: ModelJob = { generation, batches, events: [], isCancelled: false };
    jobs.push(job);
    model.jobs++;
    void (async () => {
      for await (const event of generation.events) job.events.push(event);
    })();
    void generation.result.then(recordEnd(job, world));
  });

const submit = (batches: number, reply: SubmissionReply): Command =>
  command(`submit ${batches} ${reply}`, (world, model) => {
    const { deps, server, submissions } = world;
    server.replies.push(reply);
    model.hasForgotten ||= reply === "cut off";
    const stop = new AbortController();
    const submission: ModelSubmission = { batches, stop };
    submissions.push(submission);
    model.submissions++;
    const request = { workflow: "fake", count: batches, signal: stop.signal };
    void submissionResult(startSubmission(request, deps)).then(recordEnd(submission, world));
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

/** Cancels while the server is down, until the job gives up. */
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

/** Sends a message about a prompt that is not true, or not true any more. */
const strayEvent = (index: number, type: "started" | "ended" | "node"): Command =>
  command(`stray ${type} ${index}`, ({ server }) => {
    // Servers send messages only about prompts that are running or have run.
    const neverRan = ["queued", "removed"];
    const promptIds = [...server.fates].flatMap(([id, fate]) =>
      neverRan.includes(fate) && id !== server.running() ? [] : [id],
    );
    const promptId = promptIds[index % promptIds.length];
    if (promptId === undefined) return;
    server.emit(type === "node" ? { type, promptId, node: "Save" } : { type, promptId });
  });

const replies: readonly SubmissionReply[] = [
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
    // Repeated entries are more frequent: without these commands, the others have no effect.
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
    fc.constantFrom(...fates).map((fate) => command(`finish ${fate}`, ({ server }) => server.finish(fate))),
    always("progress", ({ server }) => {
      const promptId = server.running();
      if (promptId !== undefined) server.emit({ type: "progress", promptId, node: "Save", value: 1, max: 4 });
    }),
    always("another client removes", ({ server }, model) => {
      model.hasRemoved = true;
      const [first] = server.queue;
      if (first !== undefined) server.remove(first);
    }),
    always("release replies", ({ server }) => server.releaseReplies()),
    always("accept late submissions", ({ server }) => server.acceptLate()),
    always("disconnect", ({ server }) => server.disconnect()),
    always("reconnect", ({ server }) => server.reconnect()),
    always("down", ({ server }, model) => {
      model.hasForgotten = true;
      server.down();
    }),
    always("up", ({ server }) => server.up()),
    always("restart", ({ server }, model) => {
      model.hasForgotten = true;
      server.down();
      server.forget();
    }),
    always("keep no history", ({ server }, model) => {
      model.hasForgotten = true;
      server.behavior.keepsHistory = false;
    }),
    fc.constantFrom(0, 300).map((ms) =>
      command(`delay the history by ${ms} ms`, ({ server }) => {
        server.behavior.historyDelayMs = ms;
      }),
    ),
    always("the worker dies", ({ server }) => {
      server.behavior.isWorkerDead = true;
    }),
    always("an interrupt is lost", ({ server }) => {
      server.behavior.lostInterrupts = 1;
    }),
    fc
      .constantFrom(20, 500, 3_000, 12_000, 70_000)
      .map((ms) => command(`${ms} ms pass`, ({ clock }) => clock.advance(ms))),
  ],
  { maxCommands: 30, size: "+1" },
);
