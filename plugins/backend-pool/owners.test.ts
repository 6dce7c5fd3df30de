// Owners whose prompts wait, although members are free: those that a person has paused.

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
