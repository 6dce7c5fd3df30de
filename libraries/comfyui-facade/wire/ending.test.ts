// How the history and the last message of a run tell each ending.

import { expect, it } from "vitest";
import { endingMessage, historyEntryOf, type EndedState } from "./ending.js";
import type { Prompt } from "./prompt.js";

const prompt: Prompt = {
  promptId: "p",
  graph: { 4: { class_type: "Load", inputs: {} }, 9: { class_type: "Save", inputs: {} } },
  extra: {},
  outputs: ["9"],
  createdAt: 5,
};
const error = { exception: "ValueError", message: "no image" };

it.each<[what: string, state: EndedState, node: string | undefined, type: string, told: object]>([
  ["success", { state: "succeeded", outputs: [] }, "9", "execution_success", {}],
  [
    "an interrupt, with the node that ran",
    { state: "interrupted", outputs: [] },
    "4",
    "execution_interrupted",
    { node_id: "4", node_type: "Load" },
  ],
  [
    "an interrupt, with the output if the node is not known",
    { state: "interrupted", outputs: [] },
    undefined,
    "execution_interrupted",
    { node_id: "9", node_type: "Save" },
  ],
  [
    "a failure, with the node and the class of the error",
    { state: "failed", outputs: [], error: { ...error, node: "12", classType: "Inner" } },
    "4",
    "execution_error",
    { node_id: "12", node_type: "Inner", exception_type: "ValueError", exception_message: "no image\n" },
  ],
  [
    "a failure, with the node that ran",
    { state: "failed", outputs: [], error },
    "4",
    "execution_error",
    { node_id: "4", node_type: "Load", current_outputs: ["4", "9"] },
  ],
  [
    "a loss, with its reason",
    { state: "lost", reason: "its worker is gone" },
    undefined,
    "execution_error",
    { node_id: "9", exception_type: "PromptLost", exception_message: "its worker is gone" },
  ],
])("%s", (_what, state, node, type, told) => {
  const ending = { prompt, state, node, messages: [], at: 7 };
  expect(endingMessage(ending)).toEqual([
    type,
    expect.objectContaining({ prompt_id: "p", timestamp: 7, ...told }),
  ]);
  const { status } = historyEntryOf(ending, 1);
  const isSuccess = type === "execution_success";
  expect(status).toMatchObject({ completed: isSuccess, status_str: isSuccess ? "success" : "error" });
  expect(status.messages.at(-1)?.[0]).toBe(type);
});

it("a run that was followed keeps its own messages; one that was not has those of every run", () => {
  const state: EndedState = {
    state: "succeeded",
    outputs: [],
    cached: ["4"],
    texts: [{ node: "9", text: "hello" }],
  };
  const followed = historyEntryOf(
    { prompt, state, messages: [["execution_start", { prompt_id: "p" }]], at: 7 },
    3,
  );
  expect(followed.status.messages.map(([type]) => type)).toEqual(["execution_start", "execution_success"]);
  expect(followed).toMatchObject({
    outputs: { 9: { text: ["hello"] } },
    meta: { 9: { node_id: "9", real_node_id: "9" } },
  });
  expect(historyEntryOf({ prompt, state, messages: [], at: 7 }, 3).status.messages).toEqual([
    ["execution_start", { prompt_id: "p", timestamp: 5 }],
    ["execution_cached", { prompt_id: "p", timestamp: 5, nodes: ["4"] }],
    ["execution_success", { prompt_id: "p", timestamp: 7 }],
  ]);
});
