// A process that uses a queue with the address of Redis in its environment, and prints as JSON what it has seen.

import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Backend, BackendEvent, Graph, PromptState, WorkEvent } from "@pictor/kernel/plugin";
import { openFarm, type FarmTask } from "./farm-process.test.support.js";

export interface AccessTask {
  readonly farm: FarmTask;
  /** Two graphs to run to the end or to cancel; without them, the process only tries to use the queue. */
  readonly graphs?: { readonly quick: Graph; readonly slow: Graph };
  /** Whether the parent changes the servers of Redis when it is told that the graphs have run: then one more has to run. */
  readonly changes?: boolean;
}
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}
export interface AccessReport {
  /** What each call came to: "done", or the error. */
  readonly calls: Readonly<Record<string, Refusal | "done">>;
  readonly warnings: readonly Refusal[];
  readonly seen: Readonly<Record<string, unknown>>;
}

const submit = (queue: Backend, promptId: string, graph: Graph) =>
  queue.submit({ promptId, graph, owner: "anna" });

async function until<Result>(
  read: () => Promise<Result> | Result,
  isEnough: (found: Result) => boolean,
): Promise<Result> {
  for (;;) {
    const found = await read();
    if (isEnough(found)) return found;
    await delay(20);
  }
}

function signalOf(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Runs, cancels, drains and resumes. */
async function useQueue(
  queue: Backend,
  graphs: NonNullable<AccessTask["graphs"]>,
  events: readonly BackendEvent[],
) {
  const { members } = queue.facets;
  if (members === undefined) throw new Error("the queue has no members");
  const memberIs = (state: string) =>
    until(
      async () => (await members.status()).members[0]?.state,
      (found) => found === state,
    );
  const ended = (id: string): Promise<PromptState> =>
    until(
      () => queue.state(id),
      ({ state }) => state !== "queued" && state !== "running",
    );
  const has = (type: string, id: string): boolean =>
    events.some((event) => event.type === type && "promptId" in event && event.promptId === id);

  await submit(queue, "quick", graphs.quick);
  const made = await ended("quick");
  const sizes: number[] = [];
  for (const file of "outputs" in made ? made.outputs : []) {
    let size = 0;
    for await (const chunk of queue.fetchOutput(file)) size += chunk.length;
    sizes.push(size);
  }
  const arrived = ["started", "progress", "preview", "output"].filter((type) => has(type, "quick"));

  await members.drain("worker");
  await memberIs("draining");
  await submit(queue, "waiting", graphs.slow);
  const waiting = await queue.state("waiting");
  const removed = await queue.cancel("waiting");
  await members.resume("worker");
  await memberIs("ready");

  await submit(queue, "running", graphs.slow);
  await until(
    () => has("progress", "running"),
    (found) => found,
  );
  const interrupting = await queue.cancel("running");
  const interrupted = await ended("running");
  return {
    made: made.state,
    sizes,
    arrived,
    waiting: waiting.state,
    removed,
    interrupting,
    interrupted: interrupted.state,
    prompts: (await queue.prompts()).length,
    status: await members.status(),
  };
}

/** Runs a prompt after another server of Redis has taken over. */
async function useAgain(queue: Backend, graph: Graph): Promise<string> {
  const changed = once(process, "message");
  process.send?.("the graphs have run");
  await changed;
  process.disconnect();
  await until(
    () => submit(queue, "after", graph).catch(() => undefined),
    (receipt) => receipt !== undefined,
  );
  return until(
    async () => (await queue.state("after").catch(() => undefined))?.state ?? "unreachable",
    (state) => !["queued", "running", "unreachable"].includes(state),
  );
}

async function runAccess({ farm, graphs, changes }: AccessTask): Promise<AccessReport> {
  const pictor = await openFarm(farm);
  const { backend: queue } = await pictor.openBackend("farm");
  const { backend: studio } = await pictor.openBackend("studio");
  const calls: Record<string, Refusal | "done"> = {};
  const warnings: Refusal[] = [];
  const events: BackendEvent[] = [];
  const call = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      calls[name] = "done";
    } catch (error) {
      const { code = "", message = "", hint = "" } = error as Partial<Refusal>;
      calls[name] = { code, message, hint };
    }
  };
  await call("info", () => queue.info());
  await call("events", () => queue.events((event) => events.push(event)));
  const drain = new AbortController();
  const told = signalOf();
  const ready = signalOf();
  const working = call("work", async () =>
    queue.facets.work?.work(studio, {
      name: "worker",
      drain: drain.signal,
      signal: new AbortController().signal,
      report(event: WorkEvent) {
        if (event.type === "ready") ready.resolve();
        if (event.type !== "warning") return;
        warnings.push({ ...event.problem, hint: event.problem.hint ?? "" });
        if (!event.problem.code.endsWith("NOT_DURABLE")) told.resolve();
      },
    }),
  );
  let seen = {};
  if (graphs === undefined) {
    await Promise.race([working, told.promise, ready.promise]);
    await call("submit", () => submit(queue, "one", { "1": { class_type: "EmptyImage", inputs: {} } }));
  } else {
    await Promise.race([ready.promise, working]);
    if (calls["work"] === undefined) seen = await useQueue(queue, graphs, events);
    if (calls["work"] === undefined && changes === true)
      seen = { ...seen, after: await useAgain(queue, graphs.quick) };
    // Two turns of the upkeep.
    await delay(2_500 * farm.lockSeconds);
  }
  drain.abort();
  await working;
  await pictor.dispose();
  return { calls, warnings, seen };
}

const argument = process.env["PICTOR_ACCESS_TASK"];
if (argument !== undefined)
  process.stdout.write(JSON.stringify(await runAccess(JSON.parse(argument) as AccessTask)));
