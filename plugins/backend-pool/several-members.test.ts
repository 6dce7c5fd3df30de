// What a pool says of its members together: once what is the same, and what is wrong with the configuration.

import { expect, it } from "vitest";
import { checkpointGraph } from "./testing/checkpoint-graph.js";
import { poolOf } from "./testing/test-pool.js";

it("lists a prompt of another program once, although two members are the same server", async () => {
  const { server, pool } = await poolOf(["one", "two"]);
  for (const name of ["one", "two"])
    await server(name).backend.submit({ promptId: "theirs", graph: checkpointGraph(), record: {} });
  expect((await pool.prompts()).map(({ promptId }) => promptId)).toEqual(["theirs"]);
});

it("tells the notice of several members once, with their names", async () => {
  const { server, pool } = await poolOf(["one", "two", "three"]);
  for (const [name, notice] of [
    ["one", "Simulated."],
    ["two", "Slow."],
    ["three", "Simulated."],
  ] as const) {
    const { backend } = server(name);
    const info = await backend.info();
    Object.assign(backend, { info: () => Promise.resolve({ ...info, notice }) });
  }
  expect((await pool.info()).notice).toBe("one, three: Simulated.; two: Slow.");
});

it("says what is wrong with the configuration if no member can be opened because of that", async () => {
  await expect(poolOf(["one"], { members: ["noone"] })).rejects.toMatchObject({ code: "BACKEND_UNKNOWN" });
});

it("lists the embeddings in the order of the members, whichever answers first, and none if a member has no list", async () => {
  const { server, pool } = await poolOf(["one", "two"]);
  const late = () =>
    new Promise<readonly string[]>((resolve) => void setImmediate(() => resolve(["a", "b"])));
  Object.assign(server("one").backend, { embeddings: late });
  Object.assign(server("two").backend, { embeddings: () => Promise.resolve(["b", "c"]) });
  expect(await pool.embeddings?.()).toEqual(["a", "b", "c"]);
  Object.assign(server("two").backend, { embeddings: () => Promise.resolve(undefined) });
  expect(await pool.embeddings?.()).toBeUndefined();
});
