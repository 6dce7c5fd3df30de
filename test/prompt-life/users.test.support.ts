// What passes a prompt on to a server and follows it there: a pool, the worker of a queue, the gateway before a pool,
// and a job. Each runs a prompt on the same fake server.

import { createFakeClock, type FakeClock } from "@pictor/host/testing";
import { isCredentialRefusal, PictorError, type GenerationResult, type PromptState } from "@pictor/kernel";
import { limitsOf } from "@pictor/prompt-life";
import { checkpointGraph } from "../../plugins/backend-pool/testing/checkpoint-graph.js";
import type { FakeServer } from "../../plugins/backend-pool/testing/fake-server-control.js";
import { createFakeServer } from "../../plugins/backend-pool/testing/fake-server.js";
import { createTestPool } from "../../plugins/backend-pool/testing/test-pool.js";
import { readFields } from "../../plugins/backend-queue/protocol/claims.js";
import { stageOf } from "../../plugins/backend-queue/protocol/stages.js";
import { keysOf } from "../../plugins/backend-queue/redis/keys.js";
import { fakeQueues } from "../../plugins/backend-queue/testing/fake-queues.js";
import { fakeRedis } from "../../plugins/backend-queue/testing/fake-redis.js";
import type { WorkerParts } from "../../plugins/backend-queue/work/parts/worker-parts.js";
import { Run } from "../../plugins/backend-queue/work/run/run.js";
import { startAttached } from "../../services/generation/job/attach-prompt.js";
import { generationOf, startGeneration } from "../../services/generation/job/start-generation.js";
import { createJobDependencies, warmUpBuild } from "../../services/testing/job-model-world.js";

/** One prompt that is given to a server. */
export interface Life {
  readonly clock: FakeClock;
  readonly server: FakeServer;
  /** The id that is proposed to the server. Default: `p`. */
  id?(): string;
  /** Submits the prompt; a failed attempt after which it was certainly not run is followed by others. */
  begin(): void;
  cancel(): Promise<void>;
  state(): Promise<PromptState>;
  close(): Promise<void>;
}

/** Milliseconds until somebody repeats what has certainly failed. */
const againMs = 1_000;
const repeated = (clock: FakeClock, work: () => Promise<void>): Promise<void> =>
  work().catch(() => void clock.after(againMs, () => void repeated(clock, work)));

const failedAs = (error: unknown): PromptState => ({
  state: "failed",
  outputs: [],
  error: { exception: error instanceof PictorError ? error.code : "Error", message: String(error) },
});

export async function lifeInPool(): Promise<Life> {
  const test = await createTestPool(["one"]);
  let refusal: unknown;
  let isRemoved = false;
  const cancel = async (): Promise<void> => {
    isRemoved = (await test.pool.cancel("p")) === "removed";
  };
  return {
    clock: test.clock,
    server: test.server("one"),
    close: () => test.close(),
    begin() {
      test.pool
        .submit({ promptId: "p", graph: checkpointGraph() })
        .catch((error: unknown) => (refusal = error));
    },
    cancel: () => repeated(test.clock, cancel),
    async state() {
      const reading = test.pool.state("p");
      await test.clock.advance(0);
      const state = await reading;
      if (isRemoved) return { state: "interrupted", outputs: [] };
      return state.state === "unknown" && refusal !== undefined ? failedAs(refusal) : state;
    },
  };
}

export async function lifeInWorker(): Promise<Life> {
  const clock = createFakeClock(1_000_000);
  const server = createFakeServer("one", clock);
  const { backend } = server;
  const keys = keysOf("q");
  const redis = fakeRedis();
  const { queues, jobs, put } = fakeQueues();
  const ending = new AbortController();
  const { signal } = ending;
  const store = { addressOf: (digest: string) => digest, put: () => Promise.resolve("d1") };
  const parts = {
    name: "q",
    connection: redis,
    keys,
    clock,
    store,
    queues,
    recordSeconds: 60,
    settings: { lockSeconds: 30, lostSeconds: 60, retryLost: false },
    backend,
    worker: "gpu",
    token: "gpu/1",
    signal,
    drain: new AbortController().signal,
    ending: signal,
    limits: limitsOf(60_000),
    presence: { isPaused: () => false, show: () => undefined },
    absence: { isGone: () => false, reset: () => undefined },
    abilities: { sets: new Map(), lacks: () => [] },
    meter: { begin: () => undefined, note: () => undefined, end: () => undefined },
    warnings: { note: () => undefined, reset: () => undefined },
    report: () => undefined,
  } as unknown as WorkerParts;
  let run: Run | undefined;
  await backend.events((event) => run?.onEvent(event));
  await redis.run("hset", keys.prompt("p"), "set", "s");
  const data = { version: 1, graph: checkpointGraph(), outputs: ["9"] };
  const attempt = async (): Promise<void> => {
    run = new Run(put("s", "p", { data, state: "active" }), parts);
    const { type } = await run.run(() => undefined);
    if (type === "serverProblem" && !signal.aborted) clock.after(againMs, begin);
  };
  const begin = (): void => {
    attempt().catch(() => undefined);
  };
  return {
    clock,
    server,
    begin,
    async cancel() {
      await redis.run("hset", keys.prompt("p"), "cancel", 1);
      await run?.look();
    },
    async state() {
      const stage = stageOf(await readFields(redis, keys, "p"), jobs.get("p"));
      if (stage.is === "ended") return stage.verdict as PromptState;
      return { state: stage.is === "claimed" ? "running" : "queued" };
    },
    close() {
      ending.abort();
      return Promise.resolve();
    },
  };
}

/** A client of ComfyUI's protocol before a pool, which repeats a request that has failed under the same id. */
export async function lifeBehindGateway(): Promise<Life> {
  const test = await createTestPool(["one"]);
  const { direct } = test.pool.facets;
  let refused: number | undefined;
  const send = async (path: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const sending = direct?.send({ path, ...posted });
    sending?.catch(() => undefined);
    await test.clock.advance(0);
    const reply = await sending;
    if (path === "/prompt" && reply?.status !== 200) refused = reply?.status;
    const text = (await reply?.text()) ?? "";
    return text === "" ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
  };
  const begin = (): void => {
    send("/prompt", { prompt: checkpointGraph(), prompt_id: "p" }).catch(() => {
      test.clock.after(againMs, begin);
    });
  };
  let isRemoved = false;
  const cancel = async (): Promise<void> => {
    const { queue_pending: waiting } = await send("/queue");
    isRemoved = (waiting as readonly unknown[]).length > 0;
    await (isRemoved ? send("/queue", { delete: ["p"] }) : send("/interrupt", {}));
  };
  const stateIn = (history: unknown): PromptState | undefined => {
    const item = (history as Readonly<Record<string, HistoryItem>>)["p"];
    if (item === undefined) return undefined;
    if (item.status.completed) return { state: "succeeded", outputs: [] };
    const [type, data] = item.status.messages.at(-1) ?? ["", {}];
    if (type === "execution_interrupted") return { state: "interrupted", outputs: [] };
    const isLost = data["exception_type"] === "PromptLost";
    return isLost ? { state: "lost", reason: String(data["exception_message"]) } : failedAs(data);
  };
  return {
    clock: test.clock,
    server: test.server("one"),
    begin,
    close: () => test.close(),
    cancel: () => repeated(test.clock, cancel),
    async state() {
      if (refused !== undefined) return failedAs(refused);
      const ended = stateIn(await send("/history/p"));
      return ended ?? (isRemoved ? { state: "interrupted", outputs: [] } : { state: "running" });
    },
  };
}

/** The prompt's server, and jobs on it. */
async function openJobs() {
  await warmUpBuild();
  const clock = createFakeClock(1_000_000);
  const server = createFakeServer("one", clock);
  const { backend } = server;
  const built = { graph: checkpointGraph(), outputs: ["9"] };
  const background = (): void => undefined;
  const deps = createJobDependencies({ backend, clock, saveMs: 0, background, built });
  return { clock, server, deps, close: () => Promise.resolve() };
}

function stateOfJob(ended: GenerationResult | undefined): Promise<PromptState> {
  const stateOf = (): PromptState => {
    switch (ended?.status) {
      case undefined:
        return { state: "running" };
      case "finished":
        return { state: "succeeded", outputs: [] };
      case "interrupted":
        return { state: "interrupted", outputs: [] };
      case "lost":
        return { state: "lost", reason: `${String(ended.error.details["why"])}: ${ended.error.message}` };
      case "failed":
        return failedAs(ended.error);
      case "vetoed":
        return failedAs(ended.veto);
    }
  };
  return Promise.resolve(stateOf());
}

/** A person who generates, and who does it again if the credentials for the submission were refused. */
export async function lifeInJob(): Promise<Life> {
  const { deps, ...world } = await openJobs();
  const { backend } = world.server;
  let id = "";
  const { submit } = backend;
  backend.submit = (submission, options) => {
    id = submission.promptId;
    return submit(submission, options);
  };
  let cancel = (): void => undefined;
  let result: GenerationResult | undefined;
  const begin = (): void => {
    const generation = generationOf(startGeneration({ workflow: "fake" }, deps));
    cancel = () => void generation.cancel();
    void generation.result.then((ended) => {
      const isUnsent = ended.status === "failed" && ended.error.details["promptId"] === undefined;
      if (isUnsent && isCredentialRefusal(ended.error)) world.clock.after(againMs, begin);
      else result = ended;
    });
  };
  return {
    ...world,
    begin,
    id: () => id,
    cancel() {
      cancel();
      return Promise.resolve();
    },
    state: () => stateOfJob(result),
  };
}

/**
 * A job whose process was killed after it had begun to submit its prompt: the next process follows the prompt, and
 * never submits it.
 */
export async function lifeAfterRestart(): Promise<Life> {
  const { deps, ...world } = await openJobs();
  let cancel = (): void => undefined;
  let result: GenerationResult | undefined;
  const begin = (): void => {
    const submission = { promptId: "p", graph: checkpointGraph(), record: { promptId: "p" } };
    world.server.backend.submit(submission).catch(() => undefined);
    const generation = generationOf(startAttached({ promptId: "p" }, deps));
    cancel = () => void generation.cancel();
    void generation.result.then((ended) => (result = ended));
  };
  return {
    ...world,
    begin,
    cancel() {
      cancel();
      return Promise.resolve();
    },
    state: () => stateOfJob(result),
  };
}

interface HistoryItem {
  readonly status: {
    readonly completed: boolean;
    readonly messages: readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  };
}
