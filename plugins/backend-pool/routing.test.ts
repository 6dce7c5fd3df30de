// Which member gets which prompt, and in which order.

import { extension } from "@pictor/host/testing";
import { PictorError, type Backend } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { checkpointGraph } from "./testing/checkpoint-graph.js";
import { createTestPool, poolOf } from "./testing/test-pool.js";

/** Why the list says that a prompt waits. */
const waitOf = async (pool: Backend, id: string) =>
  (await pool.prompts()).find(({ promptId }) => promptId === id)?.wait;
const b = { graph: checkpointGraph("b.safetensors") };

it("passes a graph on to the member that has its model", async () => {
  const { server, submit, pass } = await poolOf(["one", "two"]);
  server("two").models = ["a.safetensors", "b.safetensors"];
  await submit("p", b);
  await submit("q", b);
  await pass(500);
  expect(server("two").order).toEqual(["p", "q"]);
});

it("says what each member lacks", async () => {
  const { submit } = await poolOf(["one", "two"]);
  const error = await submit("p", b).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PictorError);
  const { code, what, details } = error as PictorError;
  expect(code).toBe("BACKEND_REFUSED_GRAPH");
  expect(what).toContain('one, two lack "b.safetensors" for ckpt_name of CheckpointLoaderSimple');
  expect(details["problems"]).toContainEqual(
    expect.objectContaining({ node: "4", input: "ckpt_name", code: "value_not_in_list" }),
  );
});

it("passes a graph on to a member whose extensions satisfy it, and says what the others lack", async () => {
  const { server, pool, submit, pass } = await poolOf(["one", "two"]);
  server("one").extensions = [extension("acme/nodes", { version: "1.0.0" })];
  server("two").extensions = [extension("acme/nodes", { version: "2.1.0" })];
  const requires = (range: string) => ({ requires: [{ id: "acme/nodes", range, nodeClasses: [] }] });
  await submit("p", requires(">=2"));
  await pass(500);
  expect(server("two").order).toEqual(["p"]);
  await expect(submit("q", requires(">=3"))).rejects.toMatchObject({
    code: "BACKEND_REFUSED_GRAPH",
    what: expect.stringContaining("one, two lack the extension acme/nodes (update)"),
  });
  expect(await pool.facets.members?.extensions("one")).toHaveLength(1);
});

it("serves higher priorities first", async () => {
  const { server, submit, pass } = await poolOf(["one"]);
  await submit("running");
  await submit("low", { priority: "low" });
  await submit("normal");
  await submit("high", { priority: "high" });
  await pass(1_000);
  expect(server("one").order).toEqual(["running", "high", "normal", "low"]);
});

it("serves a prompt earlier whose priority was raised while it waited", async () => {
  const { server, pool, submit, pass } = await poolOf(["one"]);
  for (const id of ["running", "p", "q", "r"]) await submit(id);
  const set = (id: string, priority: "high" | "low") => pool.facets.members?.setPriority(id, priority);
  expect([await set("r", "high"), await set("p", "low")]).toEqual([true, true]);
  expect([await set("running", "high"), await set("nobody", "high")]).toEqual([false, false]);
  await pass(2_000);
  expect(server("one").order).toEqual(["running", "r", "q", "p"]);
});

it("keeps the models where they are", async () => {
  const { server, pool, submit, pass } = await poolOf(["one", "two"]);
  for (const name of ["one", "two"]) server(name).models = ["a.safetensors", "b.safetensors"];
  for (let number = 0; number < 6; number++) await submit(`p${number}`, number % 2 === 0 ? {} : b);
  await pass(2_000);
  const { members } = (await pool.facets.members?.status()) ?? { members: [] };
  expect(members.map(({ modelSwitches }) => modelSwitches)).toEqual([1, 1]);
  expect(members.map(({ loaded }) => loaded)).toEqual([["a.safetensors"], ["b.safetensors"]]);
});

it("gives a member a second prompt only while the first one is short", async () => {
  const { server, submit, pass } = await poolOf(["one"]);
  server("one").runMs = 5_000;
  server("one").stepMs = 500;
  for (const id of ["p", "q", "r"]) await submit(id);
  await pass(3_000);
  expect(server("one").submissions()).toBe(1);
  await pass(1_600);
  // Less than a second is left: one step.
  expect(server("one").submissions()).toBe(2);
  expect(server("one").order).toEqual(["p"]);
});

it("gives a member more prompts ahead while all of them take a moment", async () => {
  const { server, submit, pass } = await poolOf(["one"]);
  server("one").runMs = 10;
  for (let number = 0; number < 40; number++) await submit(`p${number}`);
  await pass(10);
  // The first run has loaded the models, and says nothing about those after it.
  expect(server("one").submissions()).toBe(2);
  await pass(50);
  const waiting = server("one").submissions() - server("one").order.length;
  expect(waiting).toBeGreaterThan(2);
  expect(waiting).toBeLessThanOrEqual(10);
});

it("passes a refused graph on to the next member, and rejects with the first refusal of all", async () => {
  const { server, submit, stateOf, pass } = await poolOf(["one", "two"]);
  server("one").submitFaults = ["refuse"];
  await submit("p");
  await pass(500);
  expect(await stateOf("p")).toBe("succeeded");
  expect(server("two").order).toEqual(["p"]);
  server("one").submitFaults = ["refuse"];
  server("two").submitFaults = ["refuse"];
  const error = await submit("q").catch((thrown: unknown) => thrown);
  expect((error as PictorError).code).toBe("BACKEND_REFUSED_GRAPH");
  expect(await stateOf("q")).toBe("unknown");
});

it("ends a prompt that waited as failed if every member refuses it", async () => {
  const { server, pool, submit, pass } = await poolOf(["one"]);
  await submit("p");
  await submit("q");
  server("one").submitFaults = ["refuse"];
  await pass(500);
  expect(await pool.state("q")).toMatchObject({
    state: "failed",
    error: { exception: "BACKEND_REFUSED_GRAPH", message: expect.stringContaining("one refuses it") },
  });
});

it("gives a draining member nothing until it is resumed, and lets it end what it has", async () => {
  const { server, pool, submit, stateOf, pass } = await poolOf(["one", "two"], { drained: ["two"] });
  await submit("p");
  await pool.facets.members?.drain("one");
  await submit("q");
  await pass(1_000);
  expect(await stateOf("p")).toBe("succeeded");
  expect(await stateOf("q")).toBe("queued");
  await pool.facets.members?.resume("two");
  await pass(1_000);
  expect(await stateOf("q")).toBe("succeeded");
  expect(server("two").order).toEqual(["q"]);
  await expect(pool.facets.members?.drain("three")).rejects.toMatchObject({ code: "BACKEND_MEMBER_UNKNOWN" });
});

it("gives nobody anything while it is paused, lets everybody end what they have, and says so", async () => {
  const { pool, submit, stateOf, pass } = await poolOf(["one"]);
  await submit("p");
  await pool.facets.members?.setPaused(true);
  await submit("q");
  await pass(2_000);
  expect([await stateOf("p"), await stateOf("q")]).toEqual(["succeeded", "queued"]);
  expect((await pool.facets.members?.status())?.isPaused).toBe(true);
  expect(await waitOf(pool, "q")).toMatchObject({ why: "paused" });
  expect(await pool.state("q")).toMatchObject({ state: "queued", wait: { why: "paused" } });
  await pool.facets.members?.setPaused(false);
  await pass(1_000);
  expect(await stateOf("q")).toBe("succeeded");
});

it("says why a prompt waits on a member with members of its own, until it runs", async () => {
  const { pool, server, submit, pass } = await poolOf(["one"]);
  server("one").workers = 2;
  server("one").runMs = 10_000;
  server("one").wait = { why: "paused", detail: "the backend is paused" };
  for (const id of ["p", "q"]) await submit(id);
  await pass(0);
  const wait = { why: "paused", detail: "the member one has it: the backend is paused" };
  expect(await pool.state("q")).toEqual({ state: "queued", wait });
  expect(await waitOf(pool, "q")).toEqual(wait);
  server("one").wait = undefined;
  expect(await pool.state("q")).toEqual({ state: "queued" });
  await pass(10_000);
  expect(await pool.state("q")).toEqual({ state: "running" });
});

it("says why a prompt waits: for its turn, for members that are draining, or that lack what it needs", async () => {
  const { pool, server, submit, pass } = await poolOf(["one", "two"]);
  server("two").models = ["b.safetensors"];
  for (const id of ["p", "q", "r"]) await submit(id);
  expect(await waitOf(pool, "r")).toEqual({
    why: "turn",
    detail: "others run first on the members that can run it: one",
  });
  await pool.facets.members?.drain("one");
  expect(await waitOf(pool, "r")).toEqual({
    why: "draining",
    detail: "the members that can run it get no prompts: one (draining)",
  });
  expect(await waitOf(pool, "p")).toBeUndefined();
  await pass(100);
});

it("passes a detached prompt on at once, where another process finds it", async () => {
  const { server, pool, submit, pass } = await poolOf(["one"]);
  await submit("p");
  await pool.submit(
    { promptId: "q", graph: checkpointGraph(), record: { promptId: "q" } },
    { detached: true },
  );
  expect(server("one").submissions()).toBe(2);
  await pass(1_000);
  expect(server("one").order).toEqual(["p", "q"]);
});

it("passes a detached prompt on to the member with the shortest queue, whoever has filled the others", async () => {
  const { server, pool } = await poolOf(["one", "two"]);
  for (const promptId of ["x", "y"])
    await server("one").backend.submit({ promptId, graph: checkpointGraph(), record: { promptId } });
  await pool.submit(
    { promptId: "p", graph: checkpointGraph(), record: { promptId: "p" } },
    { detached: true },
  );
  expect(server("two").submissions()).toBe(1);
});

it("refuses settings whose names do not fit together", async () => {
  await expect(createTestPool(["one", "one"])).rejects.toMatchObject({ code: "SETTINGS_INVALID" });
  await expect(createTestPool(["one"], { drained: ["tow"] })).rejects.toMatchObject({
    code: "SETTINGS_INVALID",
  });
  await expect(createTestPool(["one", "farm"])).rejects.toMatchObject({ code: "BACKEND_CYCLE" });
});

it("a run with loaded models is measured, although its server reports their nodes as cached", async () => {
  const { pool, pass, server, submit } = await poolOf(["one"]);
  const { backend } = server("one");
  const read = backend.state.bind(backend);
  backend.state = async (...given) => {
    const record = await read(...given);
    return record.state === "succeeded" ? { ...record, cached: ["4"] } : record;
  };
  const runMs = async () => (await pool.facets.members?.status())?.members[0]?.runMs;
  Object.assign(server("one"), { runMs: 4_000, stepMs: 1_000 });
  await submit("a");
  await pass(10_000);
  expect(await runMs()).toBeUndefined();
  await submit("b");
  await pass(10_000);
  expect(await runMs()).toBe(4_000);
});
