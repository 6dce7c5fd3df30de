// Jobs as table rows.

import type { PromptSummary } from "@pictor/kernel";
import { expect, it } from "vitest";
import { fileSize } from "../text/file-size.js";
import { jobTitle } from "./job-title.js";
import { jobRows, stateText, uniquePrefixes } from "./jobs-table.js";

it.each([
  ["has eight characters", ["aaaaaaaa-1", "bbbbbbbb-1"], ["aaaaaaaa", "bbbbbbbb"]],
  [
    "is longer if another id has the same beginning",
    ["aaaaaaaa-1", "aaaaaaaa-2", "c"],
    ["aaaaaaaa-1", "aaaaaaaa-2", "c"],
  ],
  [
    "is the whole id if another id continues it",
    ["aaaaaaaaaa", "aaaaaaaaaab"],
    ["aaaaaaaaaa", "aaaaaaaaaab"],
  ],
  ["exists for a single job", ["0123456789"], ["01234567"]],
])("the unique prefix of a job's id: %s", (_name, ids, prefixes) => {
  expect(uniquePrefixes(ids)).toEqual(prefixes);
});

const prompts = { positive: "a red\nfox", negative: "" };
it.each([
  ["workflow and prompt", { workflow: "txt2img", prompts }, 'txt2img, "a red fox"'],
  ["the number of the batch", { workflow: "up", batch: 1, batches: 4 }, "up, batch 2/4"],
  ["no number for a single batch", { workflow: "up", batch: 0, batches: 1 }, "up"],
  ["a shortened long prompt", { prompts: { positive: "x".repeat(90) } }, `"${"x".repeat(59)}…"`],
  ["no escape sequence", { workflow: "\u001b[2J" }, "\uFFFD[2J"],
  ["nothing for a record of another program", { workflow: 5, prompts: ["a"] }, undefined],
  ["nothing without a record", undefined, undefined],
])("the title of a job has %s", (_name, record, text) => {
  expect(jobTitle(record)).toBe(text);
});

it("lists jobs under a heading, in the server's order", () => {
  const jobs: readonly PromptSummary[] = [
    { promptId: "aaaaaaaa-1", state: "queued", ahead: 2, createdAt: 60_000, record: { workflow: "txt2img" } },
    { promptId: "bbbbbbbb-2", state: "running" },
    { promptId: "cccccccc-3", state: "lost", record: { workflow: "flux" } },
  ];
  expect(jobRows(jobs, 180_000)).toEqual([
    ["ID", "STATE", "AGE", "MAKES"],
    ["aaaaaaaa", "queued, 2 before", "2 minutes", "txt2img"],
    ["bbbbbbbb", "running", "", "(of another program)"],
    ["cccccccc", "lost", "", "flux"],
  ]);
});

it("names the next job in the queue, and no position if it is unknown", () => {
  expect(stateText({ promptId: "a", state: "queued", ahead: 0 })).toBe("queued, next");
  expect(stateText({ promptId: "a", state: "queued" })).toBe("queued");
});

it("says how long a job will wait, if the backend has measured its servers", () => {
  const text = stateText({ promptId: "a", state: "queued", ahead: 2, waitMs: 120_000 });
  expect(text).toBe("queued, 2 before, in about 2 minutes");
});

it("says why a job does not run until somebody does something, and of any other one its place", () => {
  const job = { promptId: "a", state: "queued", ahead: 0 } as const;
  const detail = "gpu-1 lacks the class FaceDetailer";
  expect(stateText({ ...job, wait: { why: "unable", detail } })).toBe(`queued: ${detail}`);
  expect(stateText({ ...job, wait: { why: "turn", detail: "others run first" } })).toBe("queued, next");
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1500, "1.5 kB"],
  [12_345_678, "12 MB"],
  [7_000_000_000_000, "7000 GB"],
])("%i bytes are %s", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
