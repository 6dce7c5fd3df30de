// The estimated end of a job follows from the times of its events.

import { expect, it } from "vitest";
import type { Job, JobEvent } from "./api.gen.js";
import { applyEvent } from "./apply-event.js";
import { jobOf } from "./testing/job-of.js";

const job = jobOf({ id: "a", seq: 0, state: "queued", count: 2, createdAtMs: 0 });
const after = (events: readonly (readonly [at: number, event: object])[]): Job =>
  events.reduce<Job>(
    (before, [at, event]) =>
      applyEvent(before, { jobId: "a", batch: 0, at, ...event } as unknown as JobEvent, before.seq + 1),
    job,
  );
const running = { type: "job", state: "running" };
const progress = (overall: number) => ({ type: "progress", node: "n", value: 1, max: 2, overall });

it("a job starts with its first batch", () => {
  expect(after([[1000, { type: "job", state: "queued" }]]).startedAtMs).toBeUndefined();
  const started = after([
    [1000, running],
    [5000, { ...running, batch: 1 }],
  ]);
  expect([started.startedAtMs, started.batch]).toEqual([1000, 1]);
});

it("the end is expected at the speed of what is done", () => {
  const quarter = after([
    [1000, running],
    [2000, progress(0.25)],
  ]);
  expect(quarter.progress?.expectedEndAtMs).toBe(5000);
});

it.each([
  [
    "before enough is done",
    [
      [1000, running],
      [2000, progress(0.04)],
    ] as const,
  ],
  ["of a job that was not seen to start", [[2000, progress(0.5)]] as const],
])("no end is expected %s", (_title, events) => {
  expect(after(events).progress).not.toHaveProperty("expectedEndAtMs");
});

it("the active node has the title of the graph", () => {
  const node = { type: "node", node: "3", classType: "KSampler", title: "My sampler" };
  expect(after([[1, node]]).activeNode).toEqual({ node: "3", classType: "KSampler", title: "My sampler" });
});

it("the steps are those of the active node, not of the one before it", () => {
  const steps = [1, { ...progress(0.5), value: 2 }] as const;
  const next = [2, { type: "node", batch: 1, node: "m", classType: "VAEDecode" }] as const;
  expect(after([next]).progress).toBeUndefined();
  expect(after([steps, next]).progress).toEqual({ batch: 1, node: "m", value: 0, max: 1, overall: 0.5 });
});

it("a warning is one of the problems at once, and the result has all of them", () => {
  const problem = { code: "BACKEND_QUIET", message: "The backend gives no sign of life." };
  const warning = [1, { type: "warning", problem }] as const;
  expect(after([warning]).problems).toEqual([problem]);
  const result = { type: "result", status: "finished", endedAtMs: 2, outputs: [], problems: [problem] };
  expect(after([warning, [2, result]]).problems).toEqual([problem]);
});

it("an event that only later versions have changes nothing", () => {
  expect(after([[1, { type: "cached", nodes: ["3"] }]])).toEqual({ ...job, seq: 1 });
});

it("what keeps a queued job from running is gone with the next state", () => {
  const wait = { why: "draining", detail: "one (draining)" };
  const waits = [1, { type: "job", state: "queued", wait }] as const;
  expect(after([waits]).wait).toEqual(wait);
  expect(after([waits, [2, running]])).not.toHaveProperty("wait");
});

it("a running job says that its connection is lost until it is back", () => {
  const wait = { why: "connection", detail: "the connection is lost" };
  const cut = [
    [1, running],
    [2, { ...running, wait }],
  ] as const;
  expect(after(cut)).toMatchObject({ state: "running", startedAtMs: 1, wait });
  expect(after([...cut, [3, running]])).not.toHaveProperty("wait");
});
