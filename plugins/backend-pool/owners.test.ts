// Owners whose prompts wait, although members are free: those that a person has paused, and those with a limit.

import { expect, it } from "vitest";
import { poolOf, type TestPool } from "./testing/test-pool.js";

const waitOf = async ({ pool }: TestPool, id: string) =>
  (await pool.prompts()).find(({ promptId }) => promptId === id);

it("a paused owner is overtaken, ends what it has, and is served in its turn when the pause ends", async () => {
  const test = await poolOf(["one"]);
  const { pool, server, stateOf, submit, pass } = test;
  await submit("a1", { owner: "anna" });
  await pool.facets.members?.setOwnerPaused("anna", true);
  for (const id of ["a2", "a3"]) await submit(id, { owner: "anna" });
  for (const id of ["b1", "b2"]) await submit(id, { owner: "bert" });
  const wait = { why: "paused", detail: "the owner is paused, and its prompts wait" };
  expect(await pool.state("a2")).toEqual({ state: "queued", wait });
  expect(await waitOf(test, "a3")).toMatchObject({ wait });
  // Its prompts are before nobody.
  expect(await pool.state("b1")).toMatchObject({ state: "queued", ahead: 1, wait: { why: "turn" } });
  await pass(5_000);
  expect(server("one").order).toEqual(["a1", "b1", "b2"]);
  expect([await stateOf("a1"), await stateOf("a2")]).toEqual(["succeeded", "queued"]);
  const owners = async () => (await pool.facets.members?.status())?.owners;
  expect(await owners()).toEqual([{ owner: "anna", waiting: 2, running: 0, isPaused: true }]);
  for (const id of ["a2", "a3"]) await pool.cancel(id);
  expect(await owners()).toEqual([{ owner: "anna", waiting: 0, running: 0, isPaused: true }]);
  for (const id of ["a4", "a5"]) await submit(id, { owner: "anna" });
  await submit("b3", { owner: "bert" });
  await pool.facets.members?.setOwnerPaused("anna", false);
  await pass(5_000);
  expect(server("one").order).toEqual(["a1", "b1", "b2", "b3", "a4", "a5"]);
  expect(await owners()).toEqual([]);
});

it("an owner with a limit leaves the other members to others, and its prompts follow one another", async () => {
  const test = await poolOf(["one", "two"]);
  const { pool, servers, submit, pass } = test;
  for (const server of servers) server.runMs = 1_000;
  const anna = { owner: "anna", runningLimit: 1 };
  for (const id of ["a1", "a2", "a3"]) await submit(id, anna);
  const wait = { why: "limit", detail: "as many prompts of the owner run as its limit allows: 1" };
  expect(await pool.state("a2")).toEqual({ state: "queued", wait });
  expect(await waitOf(test, "a3")).toMatchObject({ wait });
  await submit("b1", { owner: "bert" });
  await pass(500);
  const orders = () => servers.map(({ order }) => [...order]);
  expect(orders()).toEqual([["a1"], ["b1"]]);
  await pass(10_000);
  const [one = [], two = []] = orders();
  expect([...one, ...two].sort()).toEqual(["a1", "a2", "a3", "b1"]);
  expect(await pool.facets.members?.status()).toMatchObject({ owners: [] });
});

it.each([1, 2, 3])("an owner with the limit %i never has more running prompts", async (runningLimit) => {
  const test = await poolOf(["one", "two", "three", "four"]);
  for (const server of test.servers) server.runMs = 700;
  for (let count = 0; count < 10; count++) await test.submit(`a${count}`, { owner: "anna", runningLimit });
  const running = new Set<string>();
  let most = 0;
  await test.pool.events((event) => {
    if (event.type === "started") running.add(event.promptId);
    if (event.type === "ended") running.delete(event.promptId);
    most = Math.max(most, running.size);
  });
  for (let count = 0; count < 100; count++) await test.pass(100);
  expect(most).toBe(runningLimit);
  expect(test.servers.flatMap(({ order }) => [...order])).toHaveLength(10);
});

it.each([
  ["raised", 3],
  ["removed", undefined],
])("a limit that is %s counts at once for the prompts that were submitted under it", async (_what, limit) => {
  const { servers, pool, submit, pass } = await poolOf(["one", "two", "three"]);
  for (const server of servers) server.runMs = 5_000;
  for (const id of ["a1", "a2", "a3"]) await submit(id, { owner: "anna", runningLimit: 1 });
  await pool.facets.members?.setOwnerLimit("anna", limit);
  await pass(100);
  expect(servers.flatMap(({ order }) => [...order]).sort()).toEqual(["a1", "a2", "a3"]);
});

it("the newest limit of an owner counts, and prompts without one are free", async () => {
  const { servers, pool, submit, pass } = await poolOf(["one", "two", "three"]);
  for (const server of servers) server.runMs = 5_000;
  for (const id of ["a1", "a2"]) await submit(id, { owner: "anna", runningLimit: 1 });
  const open = async () => (await pool.prompts()).filter(({ wait }) => wait?.why === "limit").length;
  expect(await open()).toBe(1);
  await submit("a3", { owner: "anna", runningLimit: 2 });
  expect(await open()).toBe(1);
  await submit("a4", { owner: "anna" });
  await pass(100);
  expect(servers.map(({ order }) => order.length)).toEqual([1, 1, 1]);
  expect(servers.flatMap(({ order }) => [...order]).sort()).toEqual(["a1", "a2", "a4"]);
});
