// The state of the job runner's model: jobs on a server in memory, and what the commands must know of them.

import { setMaxListeners } from "node:events";
import { createFakeClock, silentLogger } from "@pictor/host/testing";
import {
  createHostTaps,
  createKeyedLock,
  Hooks,
  loadDefaultConfiguration,
  noInteraction,
  pause,
  type Backend,
  type Clock,
  type Generation,
  type GenerationResult,
  type HookHost,
  type JobEvent,
  type SubmissionResult,
  type WorkflowDraft,
} from "@pictor/kernel";
import type { JobDependencies } from "../generation/run/dependencies.js";
import { generationOf, startGeneration } from "../generation/job/start-generation.js";
import { createFakeServer, type FakeServer, type FakeServerOptions } from "./fake-server.js";

/** The outcome of a job. */
export interface Ended<Result> {
  result?: Result;
  /** Time of the result, and the state of all prompts at that time. */
  endedAt?: number;
  fates?: ReadonlyMap<string, string>;
}
export interface ModelJob extends Ended<GenerationResult> {
  readonly generation: Generation;
  readonly batches: number;
  readonly events: JobEvent[];
  isCancelled: boolean;
}
/** A submission, which does not wait for its prompts. */
export interface ModelSubmission extends Ended<SubmissionResult> {
  readonly batches: number;
  readonly stop: AbortController;
}
/** The system under test: a server, and the jobs that were started on it. */
export interface World {
  readonly server: FakeServer;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly deps: JobDependencies;
  readonly jobs: ModelJob[];
  readonly submissions: ModelSubmission[];
  readonly backgroundWork: Set<Promise<unknown>>;
  /** Prompts of ended jobs that were still on the server, although it had answered long enough to revoke them. */
  readonly orphans: string[];
}
/** The expected state, from which fast-check decides which commands are applicable. */
export interface Model {
  jobs: number;
  submissions: number;
  /** Whether prompts may be lost, because the server was restarted or did not answer. */
  hasForgotten: boolean;
  /** Whether another client has removed a prompt, so that a lookup may not find a prompt that was submitted. */
  hasRemoved: boolean;
}

/** Shared by all worlds, so that its validator is compiled once. */
const params = { type: "object" as const, properties: {} };

export interface JobWorld {
  readonly backend: Backend;
  readonly clock: Clock;
  /** What the workflow `fake` builds. */
  readonly built: Pick<WorkflowDraft, "graph" | "outputs">;
  /** Saving an output takes this time, in milliseconds. */
  readonly saveMs: number;
  background(work: Promise<unknown>): void;
}

/** What jobs need, with a backend `studio`. */
export function createJobDependencies(world: JobWorld): JobDependencies {
  const { backend, clock, built, saveMs, background } = world;
  const host: HookHost = {
    clock,
    loggerFor: () => silentLogger,
    redact: (text) => text,
    attributeRejections: false,
  };
  const hooks = new Hooks(host);
  const taps = createHostTaps(hooks);
  taps.afterOutput.tap({}, async () => {
    await pause(clock, saveMs);
  });
  taps.buildWorkflow.tap({ when: { workflow: "fake" } }, (draft) => ({ ...draft, ...built }));
  const lifetime = new AbortController().signal;
  setMaxListeners(0, lifetime);
  return {
    hooks,
    host,
    interaction: noInteraction,
    workflows: () => [{ id: "fake", title: "Fake", params, plugin: "host" }],
    features: () => [],
    nodeClasses: () => [],
    extensionsOf: () => [],
    limits: async () => (await loadDefaultConfiguration()).limits,
    hide: () => undefined,
    project: "/project",
    lifetime,
    backendKinds: () => [{ id: "fake", title: "Fake", settings: params, plugin: "host" }],
    openBackend: () =>
      Promise.resolve({ instance: { name: "studio", kind: "fake", origin: "configured" }, backend }),
    exclusively: createKeyedLock(),
    background,
    directory: () => "/images",
    pluginVersions: () => ({}),
  };
}

export function createWorld(options: FakeServerOptions = {}): World {
  const clock = createFakeClock();
  const server = createFakeServer(options);
  server.useClock(clock);
  const backgroundWork = new Set<Promise<unknown>>();
  const deps = createJobDependencies({
    backend: server.backend,
    clock,
    built: { graph: { Save: { class_type: "FakeSave", inputs: { text: "a" } } }, outputs: ["Save"] },
    // Commands can run between two batches.
    saveMs: 300,
    background(work) {
      backgroundWork.add(work);
      void work.finally(() => backgroundWork.delete(work));
    },
  });
  return { clock, server, deps, jobs: [], submissions: [], backgroundWork, orphans: [] };
}

/** Builds once, because the first build imports modules in real time, which the fake clock does not control. */
export async function warmUpBuild(): Promise<void> {
  const { deps } = createWorld();
  for await (const event of generationOf(startGeneration({ workflow: "fake" }, deps)).events) {
    if (event.type === "job" && event.state === "queued") return;
  }
}
