// What a host says about prompts, from what Redis knows about them.

import { beforeEach, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "@pictor/host/testing";
import type { PromptState } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { createAbsenceWatch } from "../protocol/absence.js";
import { pack } from "../protocol/packing.js";
import { writeBody, type Body } from "../protocol/submission.js";
import { writeShortVerdict, type Verdict } from "../protocol/verdicts.js";
import { keysOf } from "../redis/keys.js";
import type { Bull } from "../sets/bull.js";
import { fakeRedis, type FakeRedis } from "../testing/fake-redis.js";
import { cancelPrompt } from "./cancel.js";
import { createStates, type States } from "./states.js";
import type { Workers } from "./workers.js";

const keys = keysOf("q");
const silenceMs = 4_000;
const set = "s";
const body: Body = {
  graph: { 9: { class_type: "Save", inputs: {} } },
  outputs: ["9"],
  record: { jobId: "j" },
};
const succeeded: Verdict = { state: "succeeded", outputs: [] };
const damaged = Buffer.from("\0no record");

let redis: FakeRedis;
let clock: FakeClock;
let states: States;
let session: Session;
let removed: string[];
const bull = {
  remove: (_set: string, id: string) => Promise.resolve(removed.push(id) > 0),
} as unknown as Bull;
beforeEach(async () => {
  [redis, clock, removed] = [fakeRedis(), createFakeClock(), []];
  // Replies to published messages are not looked at.
  const connection = {
    ...redis,
    all: async (list: Parameters<FakeRedis["all"]>[0]) =>
      redis.all(list.filter(([name]) => name !== "publish")),
  };
  session = { name: "farm", keys, clock, connection, store: {}, recordSeconds: 60 } as unknown as Session;
  const workers = { list: () => Promise.resolve([]), catalogs: () => Promise.reject(new Error("none")) };
  states = createStates({
    session,
    bull,
    absence: createAbsenceWatch(clock, silenceMs),
    waits: (ahead) => Promise.resolve({ waitMs: ahead * 1_000 }),
    workers: workers as unknown as Workers,
  });
  await redis.run("zadd", keys.sets, 1, set);
});

let at = 0;
/** A prompt that was submitted after those before it. `there` is its id on the worker's server. */
async function submit(
  id: string,
  more: { readonly claim?: string; readonly verdict?: Buffer; readonly there?: string } = {},
) {
  const { verdict, ...fields } = more;
  const pairs = Object.entries(fields).flat();
  await redis.run("hset", keys.prompt(id), "at", String(++at), "set", set, ...pairs);
  if (more.claim !== "-") await redis.run("zadd", keys.prompts, at, id);
  await redis.run("set", keys.body(id), await writeBody(body, session.store));
  if (verdict !== undefined) await redis.run("set", keys.verdict(id), verdict);
  else if (more.claim !== "-") await redis.run("zadd", keys.queue(set, "prioritized"), at, id);
}

it.each<[string, Parameters<typeof submit>[1], PromptState]>([
  ["waits", {}, { state: "queued", ahead: 1, waitMs: 1_000 }],
  ["is claimed by a worker that is alive", { claim: "gpu/1" }, { state: "running" }],
  ["is claimed by a worker that was seen a moment ago", { claim: "cpu/1" }, { state: "running" }],
  ["was removed", { claim: "-" }, { state: "unknown" }],
  ["has ended", { claim: "gpu/1", verdict: writeShortVerdict(succeeded) }, succeeded],
])("a prompt that %s", async (_what, more, state) => {
  await redis.run("set", keys.alive("gpu"), "1");
  await submit("first");
  await submit("p", more);
  expect(await states.state("p")).toEqual(state);
});

it("a prompt whose job a worker has just taken waits without a place", async () => {
  await submit("p");
  await redis.run("zrem", keys.queue(set, "prioritized"), "p");
  expect(await states.state("p")).toEqual({ state: "queued" });
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
])("a prompt whose worker is gone (%j) is lost, and leaves the queue", async (more, reason) => {
  await submit("p", { claim: "gpu/1", ...more });
  await states.state("p");
  await clock.advance(silenceMs - 1);
  expect(await states.state("p")).toEqual({ state: "running" });
  await clock.advance(1);
  expect(await states.state("p")).toEqual({ state: "lost", reason });
  expect(removed).toEqual(["p"]);
  // Its worker comes back: the verdict stays.
  await redis.run("set", keys.alive("gpu"), "1");
  expect(await states.state("p")).toEqual({ state: "lost", reason });
});

it("a submission is the graph with its outputs and its record", async () => {
  await submit("p");
  expect(await states.fetchSubmission("p")).toEqual(body);
  await redis.run("set", keys.body("p"), Buffer.concat([Buffer.from([0]), pack({ graph: {}, outputs: [] })]));
  expect(await states.fetchSubmission("p")).toStrictEqual({ graph: {}, outputs: [] });
});

it("a record that cannot be read is named so, and not taken for one that is missing", async () => {
  await submit("p", { claim: "gpu/1", verdict: damaged });
  await redis.run("set", keys.body("p"), damaged);
  const unreadable = { code: "QUEUE_RECORD_UNREADABLE", message: expect.stringContaining("farm") as string };
  await expect(states.state("p")).rejects.toMatchObject(unreadable);
  await expect(states.fetchSubmission("p")).rejects.toMatchObject(unreadable);
});

it("the list has all prompts that wait or run, and the newest that have ended, with their places and records", async () => {
  const ended = { claim: "gpu/1", verdict: writeShortVerdict(succeeded) };
  for (const id of ["old", "older"]) await submit(id, ended);
  await submit("removed", { claim: "-" });
  await submit("runs", { claim: "gpu/1" });
  await redis.run("zrem", keys.queue(set, "prioritized"), "runs");
  await redis.run("zadd", keys.queue(set, "prioritized"), 0, "runs");
  await submit("waits");
  await submit("new", ended);
  await submit("last");
  await redis.run("set", keys.body("last"), damaged);
  const shown = async (limit: number) =>
    (await states.prompts(limit)).map(({ promptId, state, ahead, waitMs, record }) => [
      promptId,
      state,
      ahead,
      waitMs,
      record?.["jobId"],
    ]);
  const open = [
    ["last", "queued", 2, 2_000, undefined],
    ["waits", "queued", 1, 1_000, "j"],
    ["runs", "running", undefined, undefined, "j"],
  ];
  expect(await shown(0)).toEqual(open);
  expect(await shown(2)).toEqual([
    open[0],
    ["new", "succeeded", undefined, undefined, "j"],
    ...open.slice(1),
    ["older", "succeeded", undefined, undefined, "j"],
  ]);
  expect((await states.prompts(1)).map(({ createdAt = 0 }) => at - createdAt)).toEqual([0, 1, 2, 3]);
});

it("the list says why prompts wait", async () => {
  await submit("waits");
  await submit("runs", { claim: "gpu/1" });
  await redis.run("set", keys.paused, "1");
  expect((await states.prompts(0)).map(({ promptId, wait }) => [promptId, wait?.why])).toEqual([
    ["runs", undefined],
    ["waits", "paused"],
  ]);
});

it("a cancel removes a prompt that waits, and asks the worker of one that runs", async () => {
  await submit("waits");
  await submit("runs", { claim: "gpu/1" });
  await submit("done", { claim: "gpu/1", verdict: writeShortVerdict(succeeded) });
  const cancel = (id: string) => cancelPrompt(id, { session, bull });
  expect([
    await cancel("waits"),
    await cancel("runs"),
    await cancel("done"),
    await cancel("nothing"),
  ]).toEqual(["removed", "interrupting", "gone", "gone"]);
  expect(removed).toEqual(["waits", "done"]);
  expect((await states.state("waits")).state).toBe("unknown");
  expect(await redis.run("hget", keys.prompt("runs"), "cancel")).toBe("1");
});
