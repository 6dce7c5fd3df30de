// The queue: what is listed, in which order, and what is said about the place of a job.

import type { BackendPrompt, Job } from "@pictor/client";
import { expect, it } from "vitest";
import { jobOf } from "../../testing/job-of.js";
import { entriesOf, foreignCount, placeOf, placeText, usualMs, waitMs } from "./places.js";

const job = (id: string, more: Partial<Job> = {}): Job =>
  jobOf({ id, state: "queued", promptIds: [`p${id}`], ...more });
const done = (id: string, state: Job["state"], from = 0, to = 1): Job =>
  job(id, { state, createdAtMs: from, endedAtMs: to });
const prompt = (promptId: string, ahead?: number): BackendPrompt => ({
  promptId,
  state: "queued",
  ...(ahead !== undefined && { ahead }),
});

it("lists what runs and waits, oldest first, then what has failed and was not dismissed", () => {
  const newest = [
    job("4"),
    job("3", { state: "running" }),
    done("2", "failed"),
    done("1", "finished"),
    done("0", "lost"),
  ];
  expect(entriesOf(newest, ["0"]).map(({ id }) => id)).toEqual(["3", "4", "2"]);
});

it("the place counts the own jobs, and the prompts of others where the backend tells them", () => {
  const entries = [job("1", { state: "running" }), job("2"), job("3")];
  expect(placeOf(entries[2] ?? job("x"), entries, [])).toEqual({ ahead: 2 });
  expect(placeOf(entries[2] ?? job("x"), entries, [prompt("p3", 7)])).toEqual({ ahead: 7 });
  expect(foreignCount([prompt("p1"), prompt("other"), prompt("more")], entries)).toBe(2);
});

it("the usual time is that of a batch of the last jobs, without the time for which they waited", () => {
  expect(usualMs([])).toBeUndefined();
  const waited = { ...done("2", "finished", 0, 9000), startedAtMs: 7000 };
  const two = { ...done("1", "finished", 0, 8000), count: 2, startedAtMs: 0 };
  expect(usualMs([waited, two, done("0", "failed", 0, 1)])).toBe(3000);
});

it("a job waits for what is left of the jobs before it, as the stage shows it, and for the prompts of others", () => {
  const progress = { batch: 1, node: "1", value: 1, max: 2, overall: 0.75, expectedEndAtMs: 27_000 };
  const running = job("1", { state: "running", count: 8, progress });
  const entries = [running, job("2", { count: 8 }), job("3"), done("0", "failed")];
  const times = { usual: 4000, nowMs: 10_000 };
  expect(waitMs(entries[1] ?? running, entries, 0, times)).toBe(17_000);
  expect(waitMs(entries[2] ?? running, entries, 1, times)).toBe(17_000 + 32_000 + 4000);
  expect(waitMs(running, entries, 0, { ...times, usual: undefined })).toBeUndefined();
});

it.each([
  [job("1"), 1, 20_000, "Waiting · next · in about 20 s"],
  [job("1"), 3, undefined, "Waiting · 3 before it"],
  [
    job("1", { state: "running", progress: { batch: 0, node: "1", value: 1, max: 2, overall: 0.5 } }),
    0,
    1,
    "Running · 50 %",
  ],
  [done("1", "lost"), 0, 1, "Lost · nothing was made"],
])("of %j with %d ahead it says %s", (one, ahead, usual, text) => {
  expect(placeText(one, { ahead }, usual)).toBe(text);
});

it("of a job that waits for somebody to do something it says for what", () => {
  const waiting = job("1", { promptIds: ["p"] });
  const prompt = { promptId: "p", state: "queued" } as const;
  const paused = placeOf(waiting, [], [{ ...prompt, wait: { why: "paused", detail: "it is paused" } }]);
  expect(placeText(waiting, paused, 20_000)).toBe("Waiting · it is paused");
  const turn = placeOf(waiting, [], [{ ...prompt, wait: { why: "turn", detail: "others" } }]);
  expect([turn.obstacle, placeOf(waiting, [], [prompt]).obstacle]).toEqual([undefined, undefined]);
});
