// The list of a pool's prompts: what runs and waits, then what has ended, the newest first, with those of other programs.

import { expect, it } from "vitest";
import type { BackendEvent, PromptSummary } from "@pictor/kernel/plugin";
import { checkpointGraph } from "./testing/checkpoint-graph.js";
import { fakeMembers } from "./testing/fake-members.js";
import { poolOf, type TestPool } from "./testing/test-pool.js";

const idsOf = (listed: readonly PromptSummary[]): readonly string[] => listed.map(({ promptId }) => promptId);
/** Lets a member list these prompts in place of its own. */
function lists({ server }: TestPool, name: string, prompts: readonly PromptSummary[]): void {
  Object.assign(server(name).backend, { prompts: () => Promise.resolve(prompts) });
}

it("begins with what runs and waits, and limits what has ended", async () => {
  const test = await poolOf(["one"]);
  for (const id of ["a", "b"]) await test.submit(id);
  await test.pass(2_000);
  expect(await test.stateOf("b")).toBe("succeeded");
  for (const id of ["c", "d", "e"]) await test.submit(id);
  const all = await test.pool.prompts();
  expect(all.map(({ state }) => state).sort()).toEqual([
    "queued",
    "queued",
    "running",
    "succeeded",
    "succeeded",
  ]);
  expect(all.slice(3).map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
  const few = await test.pool.prompts({ limit: 1 });
  expect(few.map(({ state }) => state)).toEqual([...all.slice(0, 3), all[3]!].map(({ state }) => state));
});

it("tells of a waiting prompt how many run before it, and of another one nothing of that", async () => {
  const test = await poolOf(["one"]);
  await test.submit("a");
  await test.pass(2_000);
  for (const id of ["b", "c", "d"]) await test.submit(id);
  const listed = new Map((await test.pool.prompts()).map((prompt) => [prompt.promptId, prompt]));
  expect(listed.get("a")).toEqual({
    promptId: "a",
    state: "succeeded",
    createdAt: 1_000_000,
    record: { promptId: "a" },
  });
  expect(listed.get("b")).not.toHaveProperty("ahead");
  expect([listed.get("c"), listed.get("d")]).toMatchObject([{ ahead: 1 }, { ahead: 2 }]);
  // Too few runs were measured for an expected wait.
  for (const prompt of listed.values()) expect(prompt).not.toHaveProperty("waitMs");
});

it("puts the prompts of all members in the order in which they were made, those without a time last", async () => {
  const test = await poolOf(["one", "two"]);
  lists(test, "one", [
    { promptId: "timeless", state: "queued" },
    { promptId: "oldest", state: "running", createdAt: 10 },
    { promptId: "ended", state: "succeeded", createdAt: 2_000_000 },
  ]);
  lists(test, "two", [{ promptId: "newest", state: "queued", createdAt: 3_000_000 }]);
  await test.submit("own");
  expect(idsOf(await test.pool.prompts())).toEqual(["newest", "own", "oldest", "timeless", "ended"]);
});

it("has no record for a prompt that was submitted without one, and lists none that was removed", async () => {
  const test = await poolOf(["one"]);
  await test.submit("a");
  await test.submit("b", { record: undefined as never });
  await test.submit("c");
  await test.pool.cancel("c");
  const listed = await test.pool.prompts();
  expect(idsOf(listed)).toEqual(["a", "b"]);
  expect(listed.find(({ promptId }) => promptId === "b")).not.toHaveProperty("record");
});

it("lists what the members that answer have, and fails if none does", async () => {
  const test = await poolOf(["one", "two"]);
  await test.server("two").backend.submit({ promptId: "theirs", graph: checkpointGraph(), record: {} });
  const refuse = () => Promise.reject(new Error("not now"));
  Object.assign(test.server("one").backend, { prompts: refuse });
  const some = test.pool.prompts();
  await test.pass(60_000);
  expect(idsOf(await some)).toEqual(["theirs"]);
  Object.assign(test.server("two").backend, { prompts: refuse });
  const none = test.pool.prompts().catch((error: unknown) => error);
  await test.pass(60_000);
  expect(await none).toMatchObject({ code: "BACKEND_UNREACHABLE" });
});

it("a new listener is told first how many prompts there are", async () => {
  const { pool, submit } = await poolOf(["one"]);
  for (const id of ["a", "b"]) await submit(id);
  const heard: BackendEvent[] = [];
  const stop = await pool.events((event) => heard.push(event));
  expect(heard).toEqual([{ type: "status", queueRemaining: 2 }]);
  stop();
});

it("a listener that fails at once hears nothing more", async () => {
  const { pool, submit } = await poolOf(["one"]);
  let heard = 0;
  const listening = pool.events(() => {
    heard++;
    throw new Error("no listener");
  });
  await expect(listening).rejects.toThrow("no listener");
  await submit("a");
  expect(heard).toBe(1);
});

it("knows the prompts of a client if every member that answers does: its own that go on, and those of other programs", async () => {
  const test = await poolOf(["one", "two", "three"]);
  const { promptsOf = () => undefined } = test.pool.facets.members ?? {};
  const mine = JSON.stringify(["anna", "tab"]);
  const record = { gateway: { owner: "anna", clientId: "tab" } };
  const knows = (name: string, ids: (client: string) => Promise<readonly string[] | undefined>): void => {
    const members = { ...fakeMembers(() => 1), promptsOf: ids };
    Object.defineProperty(test.server(name).backend, "facets", { value: { members } });
  };
  await test.submit("ended", { record });
  await test.pass(2_000);
  for (const id of ["a", "b", "c", "waits"]) await test.submit(id, { record });
  await test.submit("foreign", { record: { gateway: { owner: "ben", clientId: "tab" } } });
  expect(await promptsOf(mine)).toBeUndefined();
  knows("one", (client) => Promise.resolve(client === mine ? ["a", "elsewhere"] : []));
  knows("two", () => Promise.resolve([]));
  expect(await promptsOf(mine)).toBeUndefined();
  // A member that does not answer keeps nobody from the prompts of the others.
  knows("three", () => Promise.reject(new Error("no answer")));
  expect(await promptsOf(mine)).toEqual(["a", "b", "c", "waits", "elsewhere"]);
  knows("three", () => Promise.resolve(undefined));
  expect(await promptsOf(mine)).toBeUndefined();
});
