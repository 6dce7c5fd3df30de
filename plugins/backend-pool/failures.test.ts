// What becomes of prompts whose members fail.

import { expect, it } from "vitest";
import { checkpointGraph } from "./testing/checkpoint-graph.js";
import { createTestPool, poolOf } from "./testing/test-pool.js";

it("leaves a member out that cannot be reached, and uses it again when it answers", async () => {
  const { server, pool, submit, stateOf, pass } = await poolOf(["one", "two"]);
  server("one").cut();
  await pass(0);
  const first = await pool.facets.members?.status();
  expect(first?.members[0]).toMatchObject({
    state: "unreachable",
    reason: expect.stringContaining("ECONNREFUSED"),
  });
  await submit("p");
  await pass(500);
  expect(await stateOf("p")).toBe("succeeded");
  server("one").mend();
  await pass(3_000);
  const second = await pool.facets.members?.status();
  expect(second?.members.map(({ state }) => state)).toEqual(["ready", "ready"]);
});

it("rejects a submission as temporary while no member answers", async () => {
  const { server, submit, pass, events } = await poolOf(["one"]);
  server("one").cut();
  await pass(0);
  await expect(submit("p")).rejects.toMatchObject({
    code: "BACKEND_UNREACHABLE",
    hint: expect.stringContaining("pictor backend status"),
  });
  server("one").mend();
  await pass(3_000);
  expect(await submit("p")).toBe("p");
  const states = events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
  expect(states).toEqual(["lost", "open"]);
});

it("says of a prompt whether the connection to its member is lost, also while others are connected", async () => {
  const { server, pool, submit, pass, events } = await poolOf(["one", "two"]);
  for (const name of ["one", "two"]) server(name).runMs = 60_000;
  for (const id of ["p", "q"]) await submit(id);
  await pass(0);
  server("one").cut();
  await pass(0);
  const said = () =>
    events.flatMap((event) =>
      event.type === "promptConnection" ? [[event.promptId, event.state, event.server]] : [],
    );
  expect(said()).toEqual([["p", "lost", "the member one"]]);
  server("one").mend();
  await pass(5_000);
  expect(said().slice(1)).toEqual([["p", "open", "the member one"]]);
  expect(events.some(({ type }) => type === "connection")).toBe(false);
  expect((await pool.state("p")).state).toBe("running");
});

it("says why a prompt waits on a member whose connection is lost", async () => {
  const { server, pool, submit, pass } = await poolOf(["one"]);
  server("one").stall();
  await submit("p");
  await pass(0);
  server("one").cut();
  await pass(0);
  expect(await pool.state("p")).toMatchObject({
    state: "queued",
    wait: { why: "connection", detail: expect.stringContaining("the member one") as string },
  });
});

it("knows that no member has a prompt that it has not taken, although members do not answer", async () => {
  const { server, pool, submit, stateOf, pass } = await poolOf(["one", "two"]);
  server("one").cut();
  server("two").cut();
  await pass(0);
  await expect(submit("p")).rejects.toMatchObject({ code: "BACKEND_UNREACHABLE" });
  expect(await stateOf("p")).toBe("unknown");
  expect(await pool.cancel("p")).toBe("gone");
  server("one").mend();
  await pass(3_000);
  await submit("p");
  await pass(500);
  expect(await stateOf("p")).toBe("succeeded");
});

it("gives a prompt to another member after two denials", async () => {
  const { server, submit, stateOf, pass } = await poolOf(["one", "two"]);
  server("one").submitFaults = ["fail before"];
  const submitted = submit("p");
  await pass(1_000);
  expect(await submitted).toBe("p");
  expect(await stateOf("p")).toBe("succeeded");
  expect(server("two").order).toEqual(["p"]);
});

it("takes a prompt back from a member whose queue stands still", async () => {
  const { server, submit, stateOf, pass } = await poolOf(["one", "two"]);
  server("one").stall();
  await submit("p");
  await pass(60_000);
  expect(await stateOf("p")).toBe("succeeded");
  expect([server("one").order, server("two").order]).toEqual([[], ["p"]]);
});

it("loses a prompt whose member accepts it and never answers again after a minute, and names the member", async () => {
  const { server, pool, submit, pass } = await poolOf(["one", "two"]);
  server("one").runMs = 1_000_000;
  await submit("p");
  server("one").hang();
  await pass(100_000);
  expect(await pool.state("p")).toEqual({
    state: "lost",
    reason: expect.stringMatching(/^the member one had it as p: it has not answered for 60 s /),
  });
  expect(server("two").order).toEqual([]);
});

it("tells the state of a prompt of another process, and cancels it, although another member never answers", async () => {
  const { server, pool, stateOf, pass } = await poolOf(["one", "two"]);
  const { backend } = server("two");
  server("two").runMs = 60_000;
  await backend.submit({ promptId: "theirs", graph: checkpointGraph(), record: {} });
  await pass(0);
  server("one").hang();
  expect(await stateOf("theirs")).toBe("running");
  expect(await pool.cancel("theirs")).toBe("interrupting");
  // The member that does not answer may have this one.
  const other = pool.state("other").catch((error: unknown) => error);
  await pass(20_000);
  expect(await other).toMatchObject({ code: "BACKEND_UNREACHABLE" });
});

it("cancels a prompt wherever it is", async () => {
  const { server, pool, submit, stateOf, pass } = await poolOf(["one"]);
  await submit("running");
  await submit("waiting");
  expect(await pool.cancel("waiting")).toBe("removed");
  expect(await pool.cancel("running")).toBe("interrupting");
  await pass(100);
  expect(await stateOf("running")).toBe("interrupted");
  expect(await stateOf("waiting")).toBe("unknown");
  expect(await pool.cancel("running")).toBe("gone");
  expect(await pool.cancel("never")).toBe("gone");
  expect(server("one").order).toEqual(["running"]);
});

it("cancels a prompt that is being passed on as soon as the member has it", async () => {
  const { server, pool, submit, stateOf, pass } = await poolOf(["one"]);
  server("one").submitFaults = ["late reply"];
  server("one").assignsIds = true;
  server("one").runMs = 60_000;
  void submit("p");
  await pass(0);
  expect(await pool.cancel("p")).toBe("interrupting");
  await pass(20_000);
  expect(await stateOf("p")).toBe("interrupted");
});

it("does not wait long for a silent member while another one can run the graph", async () => {
  const { server, submit, pass } = await poolOf(["one", "two"]);
  server("one").hang();
  const submitted = submit("p");
  await pass(2_100);
  expect(await submitted).toBe("p");
  await pass(200);
  expect(server("two").order).toEqual(["p"]);
});

it("ends open submissions with the reason when it is closed", async () => {
  const test = await createTestPool(["one"]);
  await test.submit("p");
  test.server("one").submitFaults = ["late reply"];
  test.server("one").runMs = 1;
  await test.pass(100);
  const passedOn = test.submit("q");
  await test.pass(0);
  test.server("one").hang();
  const other = await createTestPool(["two"]);
  other.server("two").hang();
  const unanswered = other.submit("r");
  await other.pass(0);
  const outcomes = Promise.allSettled([passedOn, unanswered]);
  await Promise.all([test.close(), other.close()]);
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: { message: "The pool is closed" } });
  await expect(other.submit("s")).rejects.toThrow("The pool is closed");
});

it("leaves no timer behind when it is closed", async () => {
  const test = await createTestPool(["one", "two"]);
  test.server("one").runMs = 60_000;
  await test.submit("p");
  test.server("two").hang();
  test.submit("q").catch(() => undefined);
  await test.pass(30_000);
  await test.close();
  await test.pass(60_000);
  expect(test.clock.pending()).toBe(0);
});
