// What a host says about prompts, from what Redis knows about them.

import { beforeEach, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "@pictor/host/testing";
import type { PromptState } from "@pictor/kernel/plugin";
import { AbsenceWatch } from "../protocol/absence.js";
import { failed, type Verdict } from "../protocol/verdicts.js";
import { keysOf } from "../redis/keys.js";
import { fakeQueues, type FakeQueues } from "../testing/fake-queues.js";
import { fakeRedis, type FakeRedis } from "../testing/fake-redis.js";
import { cancelPrompt } from "./cancel.js";
import { createFailures } from "./failures.js";
import type { HostParts } from "./host-parts.js";
import { listPrompts } from "./list-prompts.js";
import { createStates } from "./states.js";

const keys = keysOf("q");
const silenceMs = 4_000;
const set = "s";
const body = { graph: { 9: { class_type: "Save", inputs: {} } }, outputs: ["9"], record: { jobId: "j" } };
const succeeded: Verdict = { state: "succeeded", outputs: [] };
const broken = failed({ exception: "ValueError", message: "no such sampler" });

let redis: FakeRedis;
let clock: FakeClock;
let states: ReturnType<typeof createStates>;
let parts: HostParts;
let fake: FakeQueues;
const submitted = new Map<string, string>();
beforeEach(async () => {
  submitted.clear();
  [redis, clock, fake] = [fakeRedis(), createFakeClock(), fakeQueues()];
  parts = {
    name: "farm",
    keys,
    clock,
    connection: redis,
    queues: fake.queues,
    store: {},
    recordSeconds: 60,
    settings: {},
    absence: new AbsenceWatch(clock, silenceMs),
    waits: (ahead: number) => Promise.resolve({ waitMs: ahead * 1_000 }),
    workers: { list: () => Promise.resolve([]), catalogs: () => Promise.reject(new Error("none")) },
    submitted,
  } as unknown as HostParts;
  states = createStates(parts);
  await redis.run("zadd", keys.heads, 1, set);
});

let at = 0;
/** A prompt that was submitted after those before it. `there` is its id on the worker's server. */
async function submit(
  id: string,
  {
    verdict,
    ...fields
  }: { readonly claim?: string; readonly verdict?: Verdict; readonly there?: string } = {},
) {
  await redis.run("hset", keys.prompt(id), "set", set, ...Object.entries(fields).flat());
  const data = { version: 1, owner: "anna", ...body };
  const isFailed = verdict?.state === "failed";
  if (isFailed) await redis.run("hset", keys.prompt(id), "end", JSON.stringify(verdict));
  fake.put(set, id, {
    data,
    timestamp: ++at,
    state: fields.claim === undefined ? "prioritized" : "active",
    ...(verdict !== undefined && {
      state: isFailed ? "failed" : "completed",
      finishedOn: at,
      attemptsMade: 1,
      ...(isFailed ? { failedReason: verdict.error.message } : { returnvalue: verdict }),
    }),
  });
}

it.each<[string, Parameters<typeof submit>[1], PromptState]>([
  ["waits", {}, { state: "queued", ahead: 1, waitMs: 1_000 }],
  ["is claimed by a worker that is alive", { claim: "gpu/1" }, { state: "running" }],
  ["is claimed by a worker that was seen a moment ago", { claim: "cpu/1" }, { state: "running" }],
  ["was removed", { claim: "-" }, { state: "unknown" }],
  ["has ended", { claim: "gpu/1", verdict: succeeded }, succeeded],
  ["has failed", { claim: "gpu/1", verdict: broken }, broken],
])("a prompt that %s", async (_what, more, state) => {
  await redis.run("set", keys.alive("gpu"), "1");
  await submit("first");
  await submit("p", more);
  expect(await states.state("p")).toEqual(state);
  // Submitted here, and since then perhaps moved to another set.
  for (const own of [set, "other"]) {
    submitted.set("p", own);
    expect(await states.state("p"), own).toEqual(state);
  }
});

it("a prompt that was submitted here and has succeeded needs no more than its job", async () => {
  await submit("p", { claim: "gpu/1", verdict: succeeded });
  submitted.set("p", set);
  await redis.run("del", keys.prompt("p"));
  expect(await states.state("p")).toEqual(succeeded);
});

it("a prompt whose job a worker has just taken waits without a place", async () => {
  await submit("p");
  fake.put(set, "p", { state: "active" });
  expect(await states.state("p")).toEqual({ state: "queued" });
});

it("a prompt that a worker prepares does not wait for its owner, whom somebody has paused meanwhile", async () => {
  await redis.run("sadd", keys.pausedOwners, "anna");
  await submit("p");
  for (const [state, why] of [
    ["prioritized", "paused"],
    ["active", undefined],
    ["delayed", "paused"],
  ] as const) {
    Object.assign(fake.jobs.get("p") ?? {}, { state });
    const shown = [await states.state("p"), ...(await listPrompts(0, parts))];
    expect(shown.map((each) => each.state === "queued" && "wait" in each && each.wait.why)).toEqual(
      why === undefined ? [false, false] : [why, why],
    );
  }
});

it("a prompt says why it waits, and all prompts of a set ask for that once in five seconds", async () => {
  const needs = { needs: { classes: ["Save"], choices: [] }, requires: [], models: [] };
  await redis.run("hset", keys.needs, set, JSON.stringify(needs));
  for (const id of ["p", "q"]) await submit(id);
  const nobody = { why: "unreachable", detail: "there is no member that could run it" };
  expect(await states.state("p")).toMatchObject({ wait: nobody });
  await redis.run("set", keys.paused, "1");
  expect(await states.state("q")).toMatchObject({ wait: nobody });
  await clock.advance(5_000);
  expect(await states.state("q")).toMatchObject({ wait: { why: "paused" } });
});

it("a prompt of a worker that gives signs runs, as long as it takes", async () => {
  await redis.run("set", keys.alive("gpu"), "1");
  await submit("p", { claim: "gpu/1" });
  for (let times = 0; times < 3; times++) {
    expect(await states.state("p")).toEqual({ state: "running" });
    await clock.advance(silenceMs);
  }
});

it("a prompt that nobody has submitted is unknown, and has no submission", async () => {
  expect(await states.state("p")).toEqual({ state: "unknown" });
  expect(await states.fetchSubmission("p")).toBeUndefined();
});

it.each([
  [{ there: "there-1" }, "the worker gpu had begun it as there-1, and has not been seen since"],
  [{}, "the worker gpu had begun it as p, and has not been seen since"],
])("a prompt whose worker is gone (%j) is lost", async (more, reason) => {
  await submit("p", { claim: "gpu/1", ...more });
  await states.state("p");
  await clock.advance(silenceMs - 1);
  expect(await states.state("p")).toEqual({ state: "running" });
  await clock.advance(1);
  expect(await states.state("p")).toEqual({ state: "lost", reason });
  // Its worker comes back: the verdict stays.
  await redis.run("set", keys.alive("gpu"), "1");
  expect(await states.state("p")).toEqual({ state: "lost", reason });
});

it("a run that has ended does not change the state of the next one, which a person has asked for", async () => {
  await submit("p", { claim: "gpu/1", verdict: broken });
  fake.put(set, "p", { attemptsMade: 1, data: { version: 1, ...body } });
  expect(await states.state("p")).toMatchObject({ state: "queued", ahead: 0 });
  await redis.run("hset", keys.prompt("p"), "claim.1", "cpu/1");
  await redis.run("set", keys.alive("cpu"), "1");
  expect(await states.state("p")).toEqual({ state: "running" });
});

it("a prompt whose job somebody else has failed says why", async () => {
  await redis.run("hset", keys.prompt("p"), "set", set);
  fake.put(set, "p", { state: "failed", finishedOn: 1, attemptsMade: 1, failedReason: "by hand" });
  expect(await states.state("p")).toMatchObject({ state: "failed", error: { message: "by hand" } });
});

it("a submission is the graph with its outputs and its record", async () => {
  await submit("p");
  expect(await states.fetchSubmission("p")).toEqual(body);
  fake.put(set, "p", { data: { version: 1, graph: {}, outputs: [] } });
  expect(await states.fetchSubmission("p")).toStrictEqual({ graph: {}, outputs: [] });
});

it("a record that cannot be read is named so, and not taken for one that is missing", async () => {
  await submit("p", { claim: "gpu/1" });
  fake.put(set, "p", {
    data: { version: 2 },
    finishedOn: 1,
    attemptsMade: 1,
    returnvalue: { ended: "well" },
  });
  const unreadable = { code: "QUEUE_RECORD_UNREADABLE", message: expect.stringContaining("farm") as string };
  await expect(states.state("p")).rejects.toMatchObject(unreadable);
  await expect(states.fetchSubmission("p")).rejects.toMatchObject(unreadable);
});

it("the list has all prompts that wait or run, and the newest that have ended, with their places and records", async () => {
  const ended = { claim: "gpu/1", verdict: succeeded };
  for (const id of ["old", "older"]) await submit(id, ended);
  await submit("removed", { claim: "-" });
  await submit("runs", { claim: "gpu/1" });
  await submit("waits");
  await submit("new", ended);
  await submit("last");
  fake.put(set, "last", { timestamp: at, data: { version: 2 } });
  const shown = async (limit: number) =>
    (await listPrompts(limit, parts)).map(({ promptId, state, ahead, waitMs, record }) => [
      promptId,
      state,
      ahead,
      waitMs,
      record?.["jobId"],
    ]);
  const open = [
    ["last", "queued", 1, 1_000, undefined],
    ["waits", "queued", 0, 0, "j"],
    ["runs", "running", undefined, undefined, "j"],
  ];
  expect(await shown(0)).toEqual(open);
  expect(await shown(2)).toEqual([
    open[0],
    ["new", "succeeded", undefined, undefined, "j"],
    ...open.slice(1),
    ["older", "succeeded", undefined, undefined, "j"],
  ]);
  expect((await listPrompts(1, parts)).map(({ createdAt = 0 }) => at - createdAt)).toEqual([0, 1, 2, 3]);
});

it("the list says why prompts wait", async () => {
  await submit("waits");
  await submit("runs", { claim: "gpu/1" });
  await redis.run("set", keys.paused, "1");
  expect((await listPrompts(0, parts)).map(({ promptId, wait }) => [promptId, wait?.why])).toEqual([
    ["runs", undefined],
    ["waits", "paused"],
  ]);
});

it("a cancel removes a prompt that waits, and asks the worker of one that runs", async () => {
  await submit("waits");
  await submit("runs", { claim: "gpu/1" });
  await submit("done", { claim: "gpu/1", verdict: succeeded });
  const cancel = (id: string) => cancelPrompt(id, parts);
  expect([
    await cancel("waits"),
    await cancel("runs"),
    await cancel("done"),
    await cancel("nothing"),
  ]).toEqual(["removed", "interrupting", "gone", "gone"]);
  expect([...fake.jobs.keys()]).toEqual(["runs", "done"]);
  expect((await states.state("waits")).state).toBe("unknown");
  expect(await redis.run("hget", keys.prompt("runs"), "cancel")).toBe("1");
});

const failuresOf = () => createFailures(parts);

it("the failures are the failed prompts with their reasons, and no others", async () => {
  await submit("done", { claim: "gpu/1", verdict: succeeded });
  await submit("broken", { claim: "gpu/1", verdict: broken });
  expect(await failuresOf().list()).toEqual([
    {
      promptId: "broken",
      state: "failed",
      reason: "no such sampler",
      error: { exception: "ValueError", message: "no such sampler" },
      owner: "anna",
      member: "gpu",
      createdAt: at,
      endedAt: at,
      attempts: 1,
    },
  ]);
});

it("a failed prompt is queued again, and one that has succeeded or waits is not", async () => {
  await submit("done", { claim: "gpu/1", verdict: succeeded });
  await submit("broken", { claim: "gpu/1", verdict: broken });
  await submit("waits");
  const { retry } = failuresOf();
  expect([await retry("done"), await retry("broken"), await retry("waits"), await retry("nothing")]).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(await states.state("broken")).toMatchObject({ state: "queued" });
  expect(await retry("broken")).toBe(false);
});

it("a failed prompt is forgotten when it is discarded", async () => {
  await submit("broken", { claim: "gpu/1", verdict: broken });
  expect([await failuresOf().discard("broken"), await failuresOf().discard("broken")]).toEqual([true, false]);
  expect(await states.state("broken")).toEqual({ state: "unknown" });
});
