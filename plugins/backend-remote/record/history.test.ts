// The verdict of a history item, one situation each.

import { expect, test } from "vitest";
import { historyItem, verdictOf } from "./history.js";

const view = ({ filename }: { readonly filename: string }): string => `/view/${filename}`;
const saved = { images: [{ filename: "a.png", subfolder: "", type: "output" }] };
const item = (status: unknown, outputs: unknown = { "9": saved }, more: object = {}) => ({
  prompt: [1, "p", { "9": {}, "7": {} }, {}, ["9"]],
  outputs,
  status,
  ...more,
});
const messages = (...kinds: readonly (readonly [string, unknown])[]) => [["execution_start", {}], ...kinds];

test("an empty reply is no record: unknown, unfinished or forgotten", () => {
  expect(historyItem({}, "p")).toBeUndefined();
});

test("a null in place of the record is none", () => {
  expect(historyItem({ p: null }, "p")).toBeUndefined();
});

test("success, with its files", () => {
  const status = { status_str: "success", completed: true, messages: messages(["execution_success", {}]) };
  const file = {
    node: "9",
    filename: "a.png",
    subfolder: "",
    area: "output",
    mime: "image/png",
    address: "/view/a.png",
  };
  expect(verdictOf(item(status), view)).toEqual({
    state: "succeeded",
    outputs: [file],
    shown: [],
    cached: [],
  });
});

test("the nodes that did not run, as an earlier run's results were there", () => {
  const told = messages(["execution_cached", { nodes: ["4", "9"] }], ["execution_success", {}]);
  const status = { status_str: "success", completed: true, messages: told };
  expect(verdictOf(item(status), view)).toMatchObject({ state: "succeeded", cached: ["4", "9"] });
});

test.each<readonly [string, unknown, readonly string[]]>([
  ["a text, as core nodes say it", { text: ["a cat"] }, ["9"]],
  ["a number under a name of its own", { value: [3] }, ["9"]],
  ["a text beside a picture", { images: [{ filename: "a.png" }], text: ["a cat"] }, ["9"]],
  ["no text", { text: [] }, []],
  ["a picture, and that it does not move", { images: [{ filename: "a.png" }], animated: [false] }, []],
  ["no picture", { images: [], animated: [false] }, []],
])("what a node showed: %s", (_case, output, shown) => {
  const status = { status_str: "success", completed: true, messages: messages(["execution_success", {}]) };
  expect(verdictOf(item(status, { 9: output }), view)).toMatchObject({ state: "succeeded", shown });
});

test("an interruption says error, and its messages say the truth", () => {
  const status = {
    status_str: "error",
    completed: false,
    messages: messages(["execution_interrupted", { node_id: "3" }]),
  };
  expect(verdictOf(item(status, {}), view)).toEqual({ state: "interrupted", outputs: [] });
});

test("a failure keeps what was ready before it", () => {
  const error = {
    node_id: "3",
    node_type: "KSampler",
    exception_type: "torch.OutOfMemoryError",
    exception_message: "too big\n",
  };
  const status = { status_str: "error", completed: false, messages: messages(["execution_error", error]) };
  expect(verdictOf(item(status), view)).toMatchObject({
    state: "failed",
    outputs: [{ filename: "a.png" }],
    error: { node: "3", classType: "KSampler", exception: "torch.OutOfMemoryError", message: "too big" },
  });
});

test("a cycle found at run time is recorded as success with an error beside it: it failed", () => {
  const status = { status_str: "success", completed: true, messages: messages(["execution_error", {}]) };
  expect(verdictOf(item(status), view).state).toBe("failed");
});

test("an error without a message of its own", () => {
  const error = { exception: "an unnamed exception", message: "" };
  expect(verdictOf(item({ status_str: "error", messages: [] }), view)).toMatchObject({
    state: "failed",
    error,
  });
});

test("a record without status ended somehow, and its files count", () => {
  expect(verdictOf(item(null), view)).toMatchObject({ state: "succeeded", outputs: [{ filename: "a.png" }] });
});

test("files are found under any key, and nothing else is taken for one", () => {
  const outputs = {
    "7": {
      gifs: [{ filename: "v.mp4", subfolder: "x", type: "temp", format: "video/h264-mp4" }],
      text: ["a.png"],
      animated: [true],
    },
    "9": {
      a: "text",
      b: [null, { filename: 3 }, { filename: "n.png", type: "elsewhere" }],
      c: [{ filename: "m.glb" }],
    },
  };
  expect(verdictOf(item(null, outputs), view)).toMatchObject({
    outputs: [
      { node: "7", filename: "v.mp4", subfolder: "x", area: "temp", mime: "video/mp4" },
      { node: "9", filename: "m.glb", subfolder: "", area: "output", mime: "model/gltf-binary" },
    ],
  });
});

test("a node made while the graph ran is listed as the graph's own", () => {
  const meta = { "7.0.0.2": { node_id: "7.0.0.2", display_node: "7" } };
  expect(verdictOf(item(null, { "7.0.0.2": saved }, { meta }), view)).toMatchObject({
    outputs: [{ node: "7" }],
  });
});

test("after a cache hit the names of another graph are not taken over", () => {
  const meta = { "9": { node_id: "109", display_node: "109" } };
  expect(verdictOf(item(null, undefined, { meta }), view)).toMatchObject({ outputs: [{ node: "9" }] });
});
