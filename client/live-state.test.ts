// The events of jobs reach the jobs of the live state, whatever their type.

import { expect, it } from "vitest";
import type { ApiEvent } from "./api.gen.js";
import { applyToState, type LiveState } from "./live-state.js";
import { jobOf } from "./testing/job-of.js";

const job = jobOf({ id: "a", seq: 0 });
const state: LiveState = {
  serverId: "s",
  seq: 0,
  jobs: new Map([["a", job]]),
  operations: new Map(),
  questions: new Map(),
  previews: new Map([["a", { type: "preview", jobId: "a", mime: "image/png", version: 1 }]]),
};
const after = (event: object): LiveState =>
  applyToState(state, { seq: 1, ...event } as unknown as ApiEvent & { readonly seq: number });

it("an event of a job changes it, also one of a type that only later versions have", () => {
  expect(
    after({ type: "text", jobId: "a", batch: 0, node: "3", text: "hello" }).jobs.get("a")?.texts,
  ).toEqual([{ batch: 0, node: "3", text: "hello" }]);
  expect(after({ type: "cached", jobId: "a", batch: 0, nodes: [] }).jobs.get("a")).toEqual({
    ...job,
    seq: 1,
  });
});

it("the result of a job ends its preview", () => {
  const result = { type: "result", jobId: "a", status: "finished", endedAtMs: 1, outputs: [], problems: [] };
  expect(after(result).previews).toEqual(new Map());
  expect(after(result).jobs.get("a")?.state).toBe("finished");
});

it("a notice, an event of an unknown job, and one that is known change no job", () => {
  const other = { type: "text", jobId: "b", batch: 0, node: "3", text: "hello" };
  for (const event of [{ type: "notice", text: "!", jobId: "a" }, other, { ...other, jobId: "a", seq: 0 }])
    expect(after(event).jobs).toBe(state.jobs);
});
