// What a pool notes of a prompt for a caller that submits it again in another process if no member has it.

import { expect, it } from "vitest";
import { checkpointGraph } from "./testing/checkpoint-graph.js";
import { poolOf, type TestPool } from "./testing/test-pool.js";

/** Submits a prompt, and returns what was noted of it. */
async function submitNoted({ pool, pass }: TestPool, promptId: string): Promise<readonly boolean[]> {
  const notes: boolean[] = [];
  const noteSent = (isSent: boolean): Promise<void> => {
    notes.push(isSent);
    return Promise.resolve();
  };
  await pool.facets.waiting?.submit({ promptId, graph: checkpointGraph() }, { noteSent });
  await pass(0);
  return notes;
}

it("a prompt that waits is noted when it is passed on, and not before", async () => {
  const test = await poolOf(["one"]);
  const first = await submitNoted(test, "p");
  const second = await submitNoted(test, "q");
  expect([first, second]).toEqual([[true], []]);
  await test.pass(500);
  expect(second).toEqual([true]);
});

it("a member gets the prompt after the note is written", async () => {
  const { pool, pass, server } = await poolOf(["one"]);
  let written = (): void => undefined;
  const noteSent = () => new Promise<void>((resolve) => (written = resolve));
  const submitted = pool.facets.waiting?.submit({ promptId: "p", graph: checkpointGraph() }, { noteSent });
  await pass(1_000);
  expect(server("one").submissions()).toBe(0);
  written();
  await submitted;
  expect(server("one").submissions()).toBe(1);
});

it("a prompt that a member has refused is noted as not sent, and as sent again with the next member", async () => {
  const test = await poolOf(["one", "two"], { weights: [{ member: "one", weight: 2 }] });
  test.server("one").submitFaults = ["refuse"];
  expect(await submitNoted(test, "p")).toEqual([true, false, true]);
  expect(test.server("two").submissions()).toBe(1);
});

it("a prompt that waits in a pool that is a member is not noted as sent", async () => {
  const inner = await poolOf(["one"]);
  await inner.submit("other");
  const outer = await poolOf(["inner"], { capacities: [{ member: "inner", capacity: 2 }] });
  Object.assign(outer.server("inner"), { backend: inner.pool });
  const notes = await submitNoted(outer, "p");
  expect([await inner.stateOf("p"), notes]).toEqual(["queued", []]);
  await inner.pass(500);
  expect(notes).toEqual([true]);
});

it("a prompt that is taken back from a member whose queue stands still is noted as not sent", async () => {
  const test = await poolOf(["one"]);
  test.server("one").stall();
  const notes = await submitNoted(test, "p");
  await test.pass(60_000);
  expect(notes.slice(0, 2)).toEqual([true, false]);
});
