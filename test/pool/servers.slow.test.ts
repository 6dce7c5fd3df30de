// A pool over real servers: whole generations, faults of the servers, and other processes.

import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleGraph, startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { createPictor, loadConfiguration, type Backend, type Graph, type Pictor } from "@pictor/host";
import { afterEach, beforeEach, expect, it } from "vitest";

const plugins = [
  "backend-pool",
  "backend-remote",
  "output-files",
  "workflow-img2img",
  "workflow-txt2img",
].map((name) => ({ kind: "directory" as const, path: join(import.meta.dirname, "../../plugins", name) }));

let servers: readonly EmbeddedServer[];
let folder: string;
let pictor: Pictor;
let farm: Backend;

beforeEach(async () => {
  servers = await Promise.all([startEmbeddedServer(), startEmbeddedServer()]);
  folder = await mkdtemp(join(tmpdir(), "pictor-pool-test-"));
  const [one, two] = servers.map(({ url }) => ({ kind: "remote", baseUrl: url }));
  const backends = { farm: { kind: "pool", members: ["one", "two"] }, one, two };
  pictor = await createPictor({
    builtins: "none",
    plugins,
    configuration: await loadConfiguration({ directory: folder, flags: { backends } }),
  });
  farm = (await pictor.openBackend("farm")).backend;
});
afterEach(async () => {
  await pictor.dispose();
  for (const server of servers) await server.close();
});

const params = { prompt: "a lighthouse", steps: 2, width: 64, height: 64 };
const graphOf = (seed: number): Graph => exampleGraph({ seed }) as Graph;

/** Resolves when the prompt has ended. */
async function ended(id: string): Promise<string> {
  for (;;) {
    const { state } = await farm.state(id);
    if (state !== "queued" && state !== "running") return state;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

it("spreads the batches of a generation over its members, and saves their files", async () => {
  const generation = pictor.generate({
    workflow: "txt2img",
    params,
    count: 6,
    backend: "farm",
    directory: join(folder, "out"),
  });
  expect((await generation.result).status).toBe("finished");
  expect(await readdir(join(folder, "out"))).toHaveLength(6);
  const { members } = (await farm.facets.members?.status()) ?? { members: [] };
  expect(members.reduce((sum, member) => sum + member.ended, 0)).toBe(6);
  expect(members.every(({ ended: count }) => count > 0)).toBe(true);
});

it("loses a prompt whose server was restarted while it ran, and says where it was", async () => {
  servers[0]?.faults.set([{ kind: "slow-steps", ms: 60_000 }]);
  await farm.submit({ promptId: "p", graph: graphOf(1) });
  while ((await farm.state("p")).state !== "running") await new Promise((resolve) => setTimeout(resolve, 5));
  servers[0]?.faults.set([{ kind: "restart", downMs: 1 }]);
  expect(await ended("p")).toBe("lost");
  expect(await farm.state("p")).toEqual({
    state: "lost",
    reason: expect.stringMatching(/^the member one had it as p: /),
  });
});

it("gives a generation the name of the member and the id of a lost prompt", async () => {
  for (const server of servers) server.faults.set([{ kind: "slow-steps", ms: 60_000 }]);
  const generation = pictor.generate({ workflow: "txt2img", params, backend: "farm" });
  for await (const event of generation.events) if (event.type === "job" && event.state === "running") break;
  for (const server of servers) server.faults.set([{ kind: "restart", downMs: 1 }]);
  const result = await generation.result;
  expect(result.status).toBe("lost");
  expect(result).toMatchObject({
    error: {
      code: "JOB_LOST",
      what: expect.stringContaining("the member one had it as"),
      details: { why: "passedOn" },
    },
  });
});
