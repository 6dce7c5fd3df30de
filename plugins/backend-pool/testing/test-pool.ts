// A pool over fake servers, on a held clock.

import { createFakeClock, silentLogger, type FakeClock } from "@pictor/host/testing";
import { fault, type Backend, type BackendEvent, type Submission } from "@pictor/kernel/plugin";
import { onTestFinished } from "vitest";
import type { Limits } from "../base/limits.js";
import { defaultLimits } from "../base/limits.js";
import { openPool } from "../open.js";
import type { PoolSettings } from "../settings.gen.js";
import { checkpointGraph } from "./checkpoint-graph.js";
import type { FakeServer } from "./fake-server-control.js";
import { createFakeServer } from "./fake-server.js";

export interface TestPool {
  readonly pool: Backend;
  readonly clock: FakeClock;
  readonly servers: readonly FakeServer[];
  readonly events: readonly BackendEvent[];
  server(name: string): FakeServer;
  /** Submits a prompt with this id, of the checkpoint `a.safetensors`. */
  submit(id: string, more?: Partial<Submission>): Promise<string>;
  stateOf(id: string): Promise<string>;
  /** Advances the clock. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function createTestPool(
  names: readonly string[],
  settings: Partial<PoolSettings> = {},
  limits: Partial<Limits> = {},
): Promise<TestPool> {
  const clock = createFakeClock(1_000_000);
  const servers = names.map((name) => createFakeServer(name, clock));
  const find = (name: string): FakeServer => {
    const found = servers.find((server) => server.name === name);
    if (found === undefined)
      throw fault("BACKEND_UNKNOWN", { backend: name, origin: "", known: names.join(", "), suggestion: "" });
    return found;
  };
  const pool = openPool(
    { members: names, weights: [], capacities: [], drained: [], ...settings },
    {
      name: "farm",
      signal: new AbortController().signal,
      clock,
      logger: silentLogger,

      backends: { openInstance: async (name) => find(name).backend },
    },
    { ...defaultLimits, ...limits },
  );
  const events: BackendEvent[] = [];
  await pool.events((event) => events.push(event));
  return {
    pool,
    clock,
    servers,
    events,
    server: find,
    async submit(id, more = {}) {
      const submission = { promptId: id, graph: checkpointGraph(), record: { promptId: id }, ...more };
      return (await pool.submit(submission)).promptId;
    },
    async stateOf(id) {
      const reading = pool.state(id);
      await clock.advance(0);
      return (await reading).state;
    },
    pass: (ms) => clock.advance(ms),
    close: () => pool.close(),
  };
}

/** The same, closed at the end of the test. */
export async function poolOf(...args: Parameters<typeof createTestPool>): Promise<TestPool> {
  const test = await createTestPool(...args);
  onTestFinished(() => test.close());
  return test;
}
