// The final state that a history item reports, one situation per test.

import { outputFile } from "@pictor/host/testing";
import { expect, test } from "vitest";
import { finalStateOf, historyItemOf } from "./history-item.js";

const view = ({ filename }: { readonly filename: string }): string => `/view/${filename}`;
const saved = { images: [{ filename: "a.png", subfolder: "", type: "output" }] };
const item = (status: unknown, outputs: unknown = { "9": saved }, more: object = {}) => ({
  prompt: [1, "p", { "9": {}, "7": {} }, {}, ["9"]],
  outputs,
  status,
  ...more,
});
const messages = (...kinds: readonly (readonly [string, unknown])[]) => [["execution_start", {}], ...kinds];

test.each([{}, { p: null }])("%j has no item", (reply) => {
  expect(historyItemOf(reply, "p")).toBeUndefined();
});

test("a success has its files", () => {
  const status = { status_str: "success", completed: true, messages: messages(["execution_success", {}]) };
  const file = outputFile({ address: "/view/a.png" });
  expect(finalStateOf(item(status), view)).toEqual({
    state: "succeeded",
    outputs: [file],
    shown: [],
    texts: [],
    silent: [],
    cached: [],
  });
});

test("a success lists the nodes that did not run because their results were cached", () => {
  const cached = messages(["execution_cached", { nodes: ["4", "9"] }], ["execution_success", {}]);
  const status = { status_str: "success", completed: true, messages: cached };
  expect(finalStateOf(item(status), view)).toMatchObject({ state: "succeeded", cached: ["4", "9"] });
});

test.each<readonly [string, unknown, readonly string[]]>([
  ["a text, as core nodes write it", { text: ["a cat"] }, ["9"]],
  ["a number under another key", { value: [3] }, ["9"]],
  ["a text beside an image", { images: [{ filename: "a.png" }], text: ["a cat"] }, ["9"]],
  ["no text", { text: [] }, []],
  ["an image with the flag animated", { images: [{ filename: "a.png" }], animated: [false] }, []],
  ["no image", { images: [], animated: [false] }, []],
])("whether a node shows text: %s", (_case, output, shown) => {
  const status = { status_str: "success", completed: true, messages: messages(["execution_success", {}]) };
  expect(finalStateOf(item(status, { 9: output }), view)).toMatchObject({ state: "succeeded", shown });
});

test("a success lists the output nodes whose class lists no file", () => {
  const graph = {
    7: { class_type: "VAESave" },
    8: { class_type: "AcmeSend" },
    9: { class_type: "SaveImage" },
  };
  const prompt = [1, "p", graph, {}, ["7", "8", "9"]];
  expect(finalStateOf(item(null, {}, { prompt }), view)).toMatchObject({ silent: ["7", "8"] });
});

const ended = (status_str: string, ...kinds: readonly (readonly [string, unknown])[]) => ({
  status_str,
  completed: status_str === "success",
  messages: kinds.length === 0 ? [] : messages(...kinds),
});
test.each<readonly [string, unknown, object]>([
  [
    "an interruption, whose status is error",
    ended("error", ["execution_interrupted", { node_id: "3" }]),
    { state: "interrupted" },
  ],
  ["an error in spite of the status success", ended("success", ["execution_error", {}]), { state: "failed" }],
  [
    "a failure without messages, of which the exception is unnamed",
    ended("error"),
    { state: "failed", error: { exception: "an unnamed exception", message: "" } },
  ],
  ["an item without a status, which has succeeded", null, { state: "succeeded" }],
])("the state of %s", (_case, status, state) => {
  expect(finalStateOf(item(status), view)).toMatchObject({ ...state, outputs: [{ filename: "a.png" }] });
});

test("a failure keeps the outputs before it", () => {
  const error = {
    node_id: "3",
    node_type: "KSampler",
    exception_type: "torch.OutOfMemoryError",
    exception_message: "too big\n",
  };
  const status = { status_str: "error", completed: false, messages: messages(["execution_error", error]) };
  expect(finalStateOf(item(status), view)).toMatchObject({
    state: "failed",
    outputs: [{ filename: "a.png" }],
    error: { node: "3", classType: "KSampler", exception: "torch.OutOfMemoryError", message: "too big" },
  });
});

test("files are found under any key, and only objects with a file name count", () => {
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
  expect(finalStateOf(item(null, outputs), view)).toMatchObject({
    outputs: [
      { node: "7", filename: "v.mp4", subfolder: "x", area: "temp", mime: "video/mp4" },
      { node: "9", filename: "m.glb", subfolder: "", area: "output", mime: "model/gltf-binary" },
    ],
  });
});

test("a node created during the run counts as the submitted node", () => {
  const meta = { "7.0.0.2": { node_id: "7.0.0.2", display_node: "7" } };
  expect(finalStateOf(item(null, { "7.0.0.2": saved }, { meta }), view)).toMatchObject({
    outputs: [{ node: "7" }],
  });
});

test("after a cache hit, node ids of another graph are ignored", () => {
  const meta = { "9": { node_id: "109", display_node: "109" } };
  expect(finalStateOf(item(null, undefined, { meta }), view)).toMatchObject({ outputs: [{ node: "9" }] });
});
