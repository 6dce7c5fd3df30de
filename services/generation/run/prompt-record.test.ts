// The record of a prompt: written, kept by a server as JSON, read again; and records of other programs.

import { expect, it } from "vitest";
import { parsePromptRecord, writeRecord, type PromptRecord } from "./prompt-record.js";

const record: PromptRecord = {
  jobId: "j",
  promptId: "p",
  workflow: "txt2img",
  params: { prompt: "a", steps: 4 },
  features: [{ id: "lora", settings: { name: "x" } }],
  seed: 18446744073709551615n,
  batch: 1,
  batches: 3,
  outputs: ["Save"],
  prompts: { positive: "a", negative: "b" },
  plugins: { "workflow-txt2img": "1.0.0" },
};

it.each([
  ["without a seed in the graph", record],
  ["with a seed in the graph", { ...record, graphSeed: 9n }],
])("is read as it was written: %s", (_case, written) => {
  expect(parsePromptRecord(JSON.parse(JSON.stringify(writeRecord(written))))).toEqual(written);
});

it.each([undefined, null, "x", 5, [], {}, { pictor: 2 }])("%j is not a record", (value) => {
  expect(parsePromptRecord(value)).toBeUndefined();
});

it("has an empty value for each member of the wrong type", () => {
  const strange = {
    pictor: 1,
    jobId: 5,
    seed: "12x",
    batch: -1,
    batches: "3",
    outputs: [1, "a"],
    features: [{ id: 1 }, null, { id: "b", settings: [] }],
    prompts: "p",
    plugins: { a: 1, b: "2" },
    params: [],
  };
  expect(parsePromptRecord(strange)).toEqual({
    jobId: "",
    promptId: "",
    workflow: "",
    params: {},
    features: [{ id: "b", settings: {} }],
    batch: 0,
    batches: 1,
    outputs: ["a"],
    prompts: { positive: "", negative: "" },
    plugins: { b: "2" },
  });
});
