// The world of the job runner's model: jobs on a server in memory, and what is known of them without looking.

import {
  noInteraction,
  pause,
  createHostTaps,
  type HookHost,
  Hooks,
  type Logger,
  createKeyedLock,
  type Generation,
  type GenerationResult,
  type JobEvent,
  type SubmissionResult,
} from "@pictor/kernel";
import { setMaxListeners } from "node:events";
import { createFakeClock } from "@pictor/host/testing";
import { createFakeServer, type FakeServer } from "./fake-server.js";
import { startGeneration } from "../generation/job/start-generation.js";
import type { JobDependencies } from "../generation/job/dependencies.js";

/** What is seen of anything that puts prompts into the queue. */
export interface Ended<Result> {
  result?: Result;
  /** When it ended, and what had become of all prompts by then. */
  endedAt?: number;
  fates?: ReadonlyMap<string, string>;
}
export interface ModelJob extends Ended<GenerationResult> {
  readonly generation: Generation;
  readonly batches: number;
  readonly events: JobEvent[];
  isCancelled: boolean;
}
/** One that is not waited for. */
export interface ModelSubmission extends Ended<SubmissionResult> {
  readonly batches: number;
  readonly stop: AbortController;
}
/** The real thing: a server, and the jobs that were started on it. */
export interface World {
  readonly server: FakeServer;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly deps: JobDependencies;
  readonly jobs: ModelJob[];
  readonly submissions: ModelSubmission[];
  readonly behind: Set<Promise<unknown>>;
  /** Prompts that waited or ran for nobody, when the server had been well for a while. */
  readonly orphans: string[];
}
/** What is known without looking: enough to say which commands make sense. */
export interface Model {
  jobs: number;
  submissions: number;
  /** The server forgot prompts, or was away: a prompt may have been lost with it. */
  hasForgotten: boolean;
  /** Another client has taken a prompt out: who was on his way to look for it finds that it never came. */
  hasRemoved: boolean;
}
const quiet = () => undefined;
const logger: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** One for all worlds: its validator is made once. */
const params = { type: "object" as const, properties: {} };

export function createWorld(): World {
  const clock = createFakeClock();
  const server = createFakeServer();
  server.useClock(clock);
  const host: HookHost = {
    clock,
    loggerFor: () => logger,
    redact: (text) => text,
    attributeRejections: false,
  };
  const hooks = new Hooks(host);
  const taps = createHostTaps(hooks);
  // An image takes its time: things happen between two batches, too.
  taps.afterOutput.tap({}, async () => {
    await pause(clock, 300);
  });
  taps.buildWorkflow.tap({ when: { workflow: "fake" } }, (draft) => ({
    ...draft,
    graph: { Save: { class_type: "FakeSave", inputs: { text: "a" } } },
    outputs: ["Save"],
  }));
  const behind = new Set<Promise<unknown>>();
  const lifetime = new AbortController().signal;
  setMaxListeners(0, lifetime);
  const deps: JobDependencies = {
    hooks,
    host,
    interaction: noInteraction,
    workflows: () => [{ id: "fake", title: "Fake", params, plugin: "host" }],
    features: () => [],
    nodeClasses: () => [],
    extensionsOf: () => [],
    hide: () => undefined,
    project: "/project",
    lifetime,
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
    directory: () => "/images",
    pluginVersions: () => ({}),
  };
  return { clock, server, deps, jobs: [], submissions: [], behind, orphans: [] };
}

/** Builds once: the first build imports modules in real time, which the fake clock does not cover. */
export async function warmUpBuild(): Promise<void> {
  const { deps } = createWorld();
  for await (const event of startGeneration({ workflow: "fake" }, deps).events) {
    if (event.type === "job" && event.state === "queued") return;
  }
}
