// A Pictor with the server in memory, for tests of jobs.

import {
  createTestPictor,
  settlePromises,
  type TestPictor,
  type TestPictorOptions,
} from "@pictor/host/testing";
import { onTestFinished } from "vitest";
import { warmUpBuild } from "./job-model-world.js";
import { fakeConfiguration, fakeWorkflow } from "./fake-plugins.js";
import { createFakeServer, type FakeServer } from "./fake-server.js";
import type { GenerateRequest, Generation, GenerationResult, JobEvent } from "@pictor/kernel";

export interface Followed {
  readonly generation: Generation;
  readonly events: readonly JobEvent[];
  /** The result if it is available without advancing the clock. */
  now(): Promise<GenerationResult | "goes on">;
}

export interface Stage extends TestPictor {
  readonly server: FakeServer;
  generate(request?: Partial<GenerateRequest>): Promise<Followed & { readonly promptId: string }>;
  follow(generation: Generation): Followed;
}

export async function settleAll(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await settlePromises();
}

/** Changes the time without advancing any timer, as when the clock is set or the computer has slept. */
export function leap({ clock }: TestPictor, ms: number): void {
  const before = clock.now.bind(clock);
  clock.now = () => before() + ms;
}

export function follow(generation: Generation): Followed {
  const events: JobEvent[] = [];
  let result: GenerationResult | "goes on" = "goes on";
  void (async () => {
    for await (const event of generation.events) events.push(event);
  })();
  void generation.result.then((value) => (result = value));
  return {
    generation,
    events,
    now: async () => {
      await settleAll();
      return result;
    },
  };
}

/** Created once per process. See `warmUpBuild`. */
let warmUp: Promise<void> | undefined;

/** Disposed when the test ends. */
export async function openStage(
  plugins: TestPictorOptions["plugins"] = [],
  server = createFakeServer(),
): Promise<Stage> {
  await (warmUp ??= warmUpBuild());
  const test = await createTestPictor({
    plugins: [server, fakeWorkflow, ...plugins],
    configuration: fakeConfiguration,
  });
  onTestFinished(test.dispose);
  server.useClock(test.clock);
  return {
    ...test,
    server,
    follow,
    async generate(request = {}) {
      const followed = follow(test.pictor.generate({ workflow: "fake", ...request }));
      await settleAll();
      return { ...followed, promptId: server.queue.at(-1) ?? "" };
    },
  };
}

/** A stage with a job whose only prompt is queued. */
export async function startJob() {
  const stage = await openStage();
  return { ...stage, stage, ...(await stage.generate()) };
}
