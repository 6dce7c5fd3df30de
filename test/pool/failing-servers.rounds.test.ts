// A pool over four real servers that die, hang, restart and lie at random: each prompt gets one verdict, none is run
// twice, and none is forgotten. The runs are counted on the servers.

import {
  exampleGraph,
  startEmbeddedServer,
  type EmbeddedServer,
  type Fault,
} from "@pictor/backend-embedded/testing";
import { createPictor, loadConfiguration, type Backend, type Graph } from "@pictor/host";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { rounds } from "../rounds.test.support.js";

const { numRuns: prompts, seed } = rounds(40, 1_000);
/** Bounded, so that a slow machine has no more of it for each prompt than a fast one. */
const mostTroubles = prompts * 1.25;
const names = ["one", "two", "three", "four"] as const;
const plugins = ["backend-pool", "backend-remote"].map((name) => ({
  kind: "directory" as const,
  path: join(import.meta.dirname, "../../plugins", name),
}));

/** What a server can do to its clients. A hanging server is one whose runs take very long until it is restarted. */
const troubles: readonly (readonly Fault[])[] = [
  [{ kind: "restart", downMs: 200 }],
  [{ kind: "restart", downMs: 50, afterFrames: 4, times: 1 }],
  [{ kind: "refuse", ms: 400 }],
  [{ kind: "refuse", ms: 200, afterFrames: 3, times: 1 }],
  [{ kind: "half-open", afterFrames: 3, times: 1 }],
  [{ kind: "drop-socket", afterFrames: 2, times: 2 }],
  [{ kind: "status", status: 500, queued: true, times: 2 }],
  [{ kind: "status", status: 502, times: 2 }],
  [{ kind: "status", status: 503, route: "/history", times: 3 }],
  [{ kind: "late-reply", ms: 300, queuedLate: true, times: 2 }],
  [{ kind: "early-events", times: 2 }],
  [{ kind: "duplicate-events", times: 40 }],
  [{ kind: "wrong-order", times: 40 }],
  [{ kind: "late-history", ms: 300, times: 3 }],
  [{ kind: "lost-history", times: 1 }],
  [{ kind: "node-error", times: 1 }],
  [{ kind: "old-server", times: 60 }],
];

/** Numbers from 0 to 1. */
function numbers(): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** The number of times that each prompt was run, by the text of its graph, counted by the files on the servers. */
async function countRuns(servers: readonly EmbeddedServer[]): Promise<ReadonlyMap<string, number>> {
  const runs = new Map<string, number>();
  for (const { directory } of servers)
    for (const name of await readdir(join(directory, "output"))) {
      const prefix = name.split("_")[0] ?? name;
      runs.set(prefix, (runs.get(prefix) ?? 0) + 1);
    }
  return runs;
}

// Servers of its own for each attempt, because the runs are counted by their files.
let servers: readonly EmbeddedServer[];
beforeEach(async () => {
  servers = await Promise.all(names.map(() => startEmbeddedServer()));
});
afterEach(async () => {
  for (const server of servers) await server.close();
});

const isOver = (state: string): boolean => state !== "queued" && state !== "running";
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function openFarm(): Promise<{ readonly farm: Backend; dispose(): Promise<void> }> {
  const members = Object.fromEntries(
    names.map((name, index) => [name, { kind: "remote", baseUrl: servers[index]?.url }]),
  );
  const pictor = await createPictor({
    builtins: "none",
    plugins,
    configuration: await loadConfiguration({
      directory: servers[0]?.directory ?? "",
      flags: { backends: { farm: { kind: "pool", members: names }, ...members } },
    }),
  });
  return { farm: (await pictor.openBackend("farm")).backend, dispose: () => pictor.dispose() };
}

it("each prompt has one verdict, and none is run twice", async () => {
  const random = numbers();
  const { farm, dispose } = await openFarm();
  const stop = new AbortController();
  const trouble = (async () => {
    for (let count = 0; count < mostTroubles && !stop.signal.aborted; count++) {
      const faults = troubles[Math.floor(random() * troubles.length)] ?? [];
      servers[Math.floor(random() * servers.length)]?.faults.set(faults);
      await sleep(40 + random() * 120);
    }
    for (const server of servers) server.faults.clear();
  })();
  const submitted = Array.from({ length: prompts }, async (_, number) => {
    const promptId = crypto.randomUUID();
    const prefix = `p${number}`;
    const graph = exampleGraph({ seed: number, prefix, steps: 2 }) as Graph;
    // As a job does it: a temporary error is followed by the same submission, with the same id.
    for (;;) {
      const isTaken = await farm
        .submit({ promptId, graph, owner: `owner ${number % 5}`, record: { promptId } })
        .then(() => true)
        .catch(() => false);
      if (isTaken) return { promptId, prefix };
      await sleep(50);
    }
  });
  const sent = await Promise.all(submitted);
  const verdicts = new Map<string, string>();
  while (verdicts.size < sent.length) {
    for (const { promptId, prefix } of sent) {
      if (verdicts.has(prefix)) continue;
      const state = await farm.state(promptId);
      if (isOver(state.state)) verdicts.set(prefix, state.state);
    }
    await sleep(20);
  }
  stop.abort();
  await trouble;
  // No verdict changes any more.
  for (const { promptId, prefix } of sent)
    expect((await farm.state(promptId)).state, prefix).toBe(verdicts.get(prefix));
  const runs = await countRuns(servers);
  for (const { prefix } of sent) {
    const count = runs.get(prefix) ?? 0;
    expect(count, `${prefix} is ${verdicts.get(prefix)}`).toBeLessThanOrEqual(1);
    if (verdicts.get(prefix) === "succeeded") expect(count, prefix).toBe(1);
  }
  const count = (state: string): number => [...verdicts.values()].filter((one) => one === state).length;
  console.log(
    `${prompts} prompts: ${["succeeded", "failed", "lost", "unknown"].map((state) => `${count(state)} ${state}`).join(", ")}`,
  );
  expect(count("succeeded")).toBeGreaterThan(prompts / 2);
  await dispose();
});
