// The job runner as a model: any order of what callers, servers and lines can do, and what must hold at the end.

import fc from "fast-check";
import { createHostTaps } from "../hooks/host-taps.js";
import type { HookHost } from "../hooks/call.js";
import { Hooks } from "../hooks/hooks.js";
import type { Logger } from "../hooks/types.js";
import { createKeyedLock } from "../keyed-lock.js";
import { createFakeClock, settle } from "../testing/fake-clock.js";
import { createFakeServer, type Fate, type FakeServer, type Reply } from "./fake-server.test.support.js";
import { startGeneration } from "./generate.js";
import { noInteraction } from "./interaction.js";
import type { JobDependencies } from "./run/dependencies.js";
import type { Generation, GenerationResult, JobEvent } from "./types.js";

interface ModelJob {
  readonly generation: Generation;
  readonly batches: number;
  readonly events: JobEvent[];
  isCancelled: boolean;
  result?: GenerationResult;
}
/** The real thing: a server, and the jobs that were started on it. */
export interface World {
  readonly server: FakeServer;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly deps: JobDependencies;
  readonly jobs: ModelJob[];
  readonly behind: Set<Promise<unknown>>;
}
/** What is known without looking: enough to say which commands make sense. */
interface Model {
  jobs: number;
  isUp: boolean;
  /** The server forgot prompts, or was away: a prompt may have been lost with it. */
  hasForgotten: boolean;
}
type Command = fc.AsyncCommand<Model, World>;

const quiet = () => undefined;
const logger: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** One for all worlds: its validator is made once. */
const params = { type: "object" as const, properties: {} };

export function createWorld(): World {
  const clock = createFakeClock();
  const server = createFakeServer();
  server.useClock(clock);
  const host: HookHost = { clock, loggerFor: () => logger, redact: (text) => text, attributeStrays: false };
  const hooks = new Hooks(host);
  createHostTaps(hooks).buildWorkflow.tap({ when: { workflow: "fake" } }, (draft) => ({
    ...draft,
    graph: { Save: { class_type: "FakeSave", inputs: { text: "a" } } },
    outputs: ["Save"],
  }));
  const behind = new Set<Promise<unknown>>();
  const deps: JobDependencies = {
    hooks,
    host,
    interaction: noInteraction,
    workflows: () => [{ id: "fake", title: "Fake", params, plugin: "host" }],
    features: () => [],
    nodeClasses: () => [],
    openBackend: () =>
      Promise.resolve({
        instance: { name: "studio", kind: "fake", origin: "configured" },
        backend: server.backend,
      }),
    exclusively: createKeyedLock(),
    background: (work) => {
      behind.add(work);
      void work.finally(() => behind.delete(work));
    },
    directory: () => "/pictures",
    pluginVersions: () => ({}),
  };
  return { clock, server, deps, jobs: [], behind };
}

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

const terminal: ReadonlySet<string> = new Set(["finished", "vetoed", "interrupted", "failed", "lost"]);

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

/** What contradicts the rules; empty when all hold. */
function breaches({ server, clock, jobs, behind }: World, { hasForgotten }: Model): readonly string[] {
  const found: string[] = [];
  const rule = (holds: boolean, text: string): void => {
    if (!holds) found.push(text);
  };
  for (const [index, { events, result, isCancelled, batches, generation }] of jobs.entries()) {
    const at = `job ${index}`;
    if (result === undefined) {
      found.push(`${at} hangs`);
      continue;
    }
    const endings = events.flatMap((event) =>
      event.type === "job" && terminal.has(event.state) ? [event.state] : [],
    );
    rule(
      endings.length === 1 && endings[0] === result.status,
      `${at} ended as ${endings.join()} and ${result.status}`,
    );
    const names = result.outputs.map(({ batch, file }) => `${batch} ${file.filename}`);
    rule(new Set(names).size === names.length, `${at} has an output twice: ${names.join()}`);
    const told = events.filter(({ type }) => type === "output").length;
    rule(told === names.length, `${at} told ${told} outputs of ${names.length}`);
    const prompts = [...server.owners].filter(([, owner]) => owner.jobId === generation.jobId);
    const fatesOf = (batch: number) =>
      prompts.flatMap(([id, owner]) => (owner.batch === batch ? [server.truth.get(id)] : []));
    const all = prompts.map(([id]) => server.truth.get(id));
    const isMissed = result.problems.some(({ code }) => code === "JOB_RECORD_MISSING");
    const isKept = prompts.every(([id]) => server.history.has(id));
    rule(!isMissed || !isKept, `${at} missed a record that is there`);
    switch (result.status) {
      case "finished":
        for (let batch = 0; batch < batches; batch++) {
          rule(
            fatesOf(batch).includes("succeeded"),
            `${at} finished, its batch ${batch} ${fatesOf(batch).join()}`,
          );
        }
        rule(names.length >= batches, `${at} finished with ${names.length} outputs`);
        break;
      case "interrupted":
        if (result.by === "caller") rule(isCancelled, `${at} was not cancelled`);
        else rule(all.includes("interrupted"), `${at} was not interrupted: ${all.join()}`);
        break;
      case "failed":
        if (result.error.code === "NODE_FAILED")
          rule(all.includes("failed"), `${at} did not fail: ${all.join()}`);
        else rule(result.error.code.startsWith("BACKEND_"), `${at} failed with ${result.error.message}`);
        break;
      case "lost": {
        const last = prompts.at(-1)?.[0] ?? "";
        const why = String(result.error.details["why"]);
        const isKnown = server.history.has(last) && why !== "unreachable" && why !== "stalled";
        rule(!isKnown, `${at} is lost (${why}), and the server has its record`);
        const isGone = why !== "evicted" && server.truth.get(last) === "removed";
        rule(hasForgotten || isGone, `${at} is lost (${why}) without a reason`);
        break;
      }
      case "vetoed":
        found.push(`${at} was vetoed`);
    }
  }
  const batches = server.taken.map((id) => JSON.stringify(server.owners.get(id)));
  rule(hasForgotten || new Set(batches).size === batches.length, "a batch was queued twice");
  rule(server.queue.length === 0 && server.running() === undefined, "something is left on the server");
  rule(server.listening() === 0, `${server.listening()} listeners are left`);
  rule(clock.pending() === 0, `${clock.pending()} timers are left`);
  rule(behind.size === 0, `${behind.size} works are left in the background`);
  return found;
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
