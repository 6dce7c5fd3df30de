// Jobs as rows.

import type { PromptSummary } from "@pictor/host";
import { describe, expect, it } from "vitest";
import { fileSize } from "../text/file-size.js";
import { jobTitle } from "./job-title.js";
import { jobRows, stateText, uniquePrefixes } from "./jobs-table.js";

describe("the beginning that names a job", () => {
  it.each([
    ["has eight characters", ["aaaaaaaa-1", "bbbbbbbb-1"], ["aaaaaaaa", "bbbbbbbb"]],
    [
      "is longer where another one begins so",
      ["aaaaaaaa-1", "aaaaaaaa-2", "c"],
      ["aaaaaaaa-1", "aaaaaaaa-2", "c"],
    ],
    ["is whole where another one goes on", ["aaaaaaaaaa", "aaaaaaaaaab"], ["aaaaaaaaaa", "aaaaaaaaaab"]],
    ["is there for the only one", ["0123456789"], ["01234567"]],
  ])("%s", (_name, ids, prefixes) => {
    expect(uniquePrefixes(ids)).toEqual(prefixes);
  });
});

describe("what a job makes", () => {
  const prompts = { positive: "a red\nfox", negative: "" };
  it.each([
    ["workflow and prompt", { workflow: "txt2img", prompts }, 'txt2img, "a red fox"'],
    ["its place among the batches", { workflow: "up", batch: 1, batches: 4 }, "up, batch 2/4"],
    ["no batch where it is the only one", { workflow: "up", batch: 0, batches: 1 }, "up"],
    ["a long prompt in short", { prompts: { positive: "x".repeat(90) } }, `"${"x".repeat(59)}…"`],
    ["no escape sequence", { workflow: "\u001b[2J" }, "\uFFFD[2J"],
    ["nothing of a record of others", { workflow: 5, prompts: ["a"] }, undefined],
    ["nothing without a record", undefined, undefined],
  ])("tells %s", (_name, record, text) => {
    expect(jobTitle(record)).toBe(text);
  });
});

it("is a heading and a row for each, in the server's order", () => {
  const jobs: readonly PromptSummary[] = [
    { promptId: "aaaaaaaa-1", state: "queued", ahead: 2, createdAt: 60_000, record: { workflow: "txt2img" } },
    { promptId: "bbbbbbbb-2", state: "running" },
  ];
  expect(jobRows(jobs, 180_000)).toEqual([
    ["ID", "STATE", "AGE", "MAKES"],
    ["aaaaaaaa", "queued, 2 before", "2 minutes", "txt2img"],
    ["bbbbbbbb", "running", "", "(of another program)"],
  ]);
});

it("tells the next of a queue, and no place where none is known", () => {
  expect(stateText({ promptId: "a", state: "queued", ahead: 0 })).toBe("queued, next");
  expect(stateText({ promptId: "a", state: "queued" })).toBe("queued");
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
