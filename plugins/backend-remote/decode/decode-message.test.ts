// Text messages of the socket, one situation per test.

import type { BackendEvent } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { decodeMessage } from "./decode-message.js";
import { initialDecoderState } from "./decoder-state.js";

const view = ({ filename }: { readonly filename: string }): string => `/view/${filename}`;
const message = (type: string, data: unknown): string => JSON.stringify({ type, data });

/** The events of several messages in a row. */
const eventsOf = (...messages: readonly (string | Uint8Array)[]): readonly BackendEvent[] =>
  eventsWithActive([], ...messages);

/** The same while these prompts of this client are active. */
function eventsWithActive(
  active: readonly string[],
  ...messages: readonly (string | Uint8Array)[]
): readonly BackendEvent[] {
  let state = initialDecoderState;
  const onlyPrompt = (): string | undefined => (active.length === 1 ? active[0] : undefined);
  return messages.flatMap((text) => {
    const decoded = decodeMessage(text, state, { view, onlyPrompt });
    state = decoded.state;
    return decoded.events;
  });
}

const nodes = (...entries: readonly (readonly [id: string, state: string, shown?: string])[]) =>
  Object.fromEntries(entries.map(([id, state, shown]) => [id, { state, display_node_id: shown ?? id }]));

test("the first status of a connection has a session id beside the queue's length", () => {
  const data = { status: { exec_info: { queue_remaining: 2 } }, sid: "abc" };
  expect(eventsOf(message("status", data))).toEqual([{ type: "status", queueRemaining: 2 }]);
});

test("a run starts and lists its cached nodes", () => {
  const start = message("execution_start", { prompt_id: "p", timestamp: 1 });
  const cached = message("execution_cached", { prompt_id: "p", nodes: ["4", "5"] });
  expect(eventsOf(start, cached)).toEqual([
    { type: "started", promptId: "p" },
    { type: "cached", promptId: "p", nodes: ["4", "5"] },
  ]);
});

test("a progress of infinity is unknown", () => {
  const endless = '{"type":"progress","data":{"prompt_id":"p","node":"3","value":1e999,"max":1e999}}';
  expect(eventsOf(endless)).toMatchObject([{ type: "unknown", wireType: "progress" }]);
});

test("a node starts and progresses", () => {
  const begin = message("executing", { prompt_id: "p", node: "3", display_node: "3" });
  const step = message("progress", { prompt_id: "p", node: "3", value: 1, max: 20 });
  expect(eventsOf(begin, step)).toEqual([
    { type: "node", promptId: "p", node: "3" },
    { type: "progress", promptId: "p", node: "3", value: 1, max: 20 },
  ]);
});

test("the end of a node is reported once, although the state of all nodes comes with every step", () => {
  const first = message("progress_state", {
    prompt_id: "p",
    nodes: nodes(["4", "finished"], ["3", "running"]),
  });
  const second = message("progress_state", {
    prompt_id: "p",
    nodes: nodes(["4", "finished"], ["3", "finished"]),
  });
  expect(eventsOf(first, first, second)).toEqual([
    { type: "nodeDone", promptId: "p", node: "4" },
    { type: "nodeDone", promptId: "p", node: "3" },
  ]);
});

test("servers without progress_state report progress, but no ends of nodes", () => {
  const steps = [1, 2].map((value) => message("progress", { prompt_id: "p", node: "3", value, max: 2 }));
  expect(eventsOf(...steps).map(({ type }) => type)).toEqual(["progress", "progress"]);
});

test("progress_state is recognized with and without spaces between the tokens", () => {
  const data = { prompt_id: "p", nodes: nodes(["4", "finished"]) };
  const spaced = message("progress_state", data).replaceAll(":", ": ").replaceAll(",", ", ");
  expect(eventsOf(spaced, message("progress_state", data), spaced)).toHaveLength(1);
});

test("the messages of several runs may be interleaved", () => {
  const state = (prompt_id: string) =>
    message("progress_state", { prompt_id, nodes: nodes(["4", "finished"]) });
  const mixed = [state("p"), state("q"), state("p"), state("q"), state("p")];
  expect(eventsOf(...mixed)).toEqual([
    { type: "nodeDone", promptId: "p", node: "4" },
    { type: "nodeDone", promptId: "q", node: "4" },
  ]);
});

test("a plain preview after another client's progress belongs to that client's prompt", () => {
  const begin = message("executing", { prompt_id: "ours", node: "3" });
  const step = message("progress", { prompt_id: "stranger", node: "5", value: 1, max: 2 });
  const preview = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 7]);
  expect(eventsOf(begin, step, preview).at(-1)).toMatchObject({ promptId: "stranger", node: "5" });
});

test("a node created during the run counts as the submitted node, whose end is not reported with it", () => {
  const state = message("progress_state", {
    prompt_id: "p",
    nodes: nodes(["7", "running"], ["7.0.0.1", "finished", "7"]),
  });
  const begin = message("executing", { prompt_id: "p", node: "7.0.0.1", display_node: "7" });
  const step = message("progress", { prompt_id: "p", node: "7.0.0.1", value: 1, max: 2 });
  expect(eventsOf(state, begin, step)).toEqual([
    { type: "node", promptId: "p", node: "7" },
    { type: "progress", promptId: "p", node: "7", value: 1, max: 2 },
  ]);
});

test("an output node reports its files", () => {
  const output = { images: [{ filename: "a.png", subfolder: "", type: "temp" }] };
  const file = {
    node: "9",
    filename: "a.png",
    subfolder: "",
    area: "temp",
    mime: "image/png",
    address: "/view/a.png",
  };
  expect(eventsOf(message("executed", { prompt_id: "p", node: "9", display_node: "9", output }))).toEqual([
    { type: "output", promptId: "p", files: [file] },
  ]);
});

test("a cached output may be null", () => {
  expect(eventsOf(message("executed", { prompt_id: "p", node: "9", output: null }))).toEqual([]);
});

test("a failed node reports its exception without the traceback", () => {
  const data = {
    prompt_id: "p",
    node_id: "3",
    node_type: "KSampler",
    exception_type: "ValueError",
    exception_message: "no\n",
    traceback: ["x"],
  };
  const error = { node: "3", classType: "KSampler", exception: "ValueError", message: "no" };
  expect(eventsOf(message("execution_error", data))).toEqual([{ type: "error", promptId: "p", error }]);
});

test("a blocked branch is not an error, because the run continues; the reason of the graph is kept", () => {
  const exception = { exception_type: "ExecutionBlocked", exception_message: "Execution Blocked: no mask" };
  expect(eventsOf(message("execution_error", { prompt_id: "p", node_id: "3", ...exception }))).toEqual([
    { type: "blocked", promptId: "p", node: "3", message: "no mask" },
  ]);
});

test("an executed node that displays text gives a text", () => {
  const data = { prompt_id: "p", node: "2", display_node: "2", output: { text: ["hello", "HELLO"] } };
  expect(eventsOf(message("executed", data))).toEqual([
    { type: "text", promptId: "p", node: "2", text: "hello\nHELLO" },
  ]);
});

test("success and interruption do not end the run, because the history is written after them", () => {
  expect(
    eventsOf(
      message("execution_success", { prompt_id: "p" }),
      message("execution_interrupted", { prompt_id: "p" }),
    ),
  ).toEqual([]);
});

const end = message("executing", { prompt_id: "p", node: null });

test("executing without a node ends the run", () => {
  expect(eventsOf(end)).toEqual([{ type: "ended", promptId: "p" }]);
});

test.each([
  [["execution_success"], "succeeded"],
  [["execution_interrupted"], "interrupted"],
  [["execution_error"], "failed"],
  [["execution_error", "execution_success"], "failed"],
])("the event of the end has the outcome of the messages before it: %j means %s", (kinds, as) => {
  const earlier = kinds.map((kind) => message(kind, { prompt_id: "p" }));
  expect(eventsOf(...earlier, end).at(-1)).toEqual({ type: "ended", promptId: "p", as });
});

test("a run with a blocked branch succeeds", () => {
  const blocked = message("execution_error", { prompt_id: "p", exception_type: "ExecutionBlocked" });
  const events = eventsOf(blocked, message("execution_success", { prompt_id: "p" }), end);
  expect(events.at(-1)).toEqual({ type: "ended", promptId: "p", as: "succeeded" });
});

test("messages about another prompt do not affect how this one ended", () => {
  expect(eventsOf(message("execution_error", { prompt_id: "q" }), end).at(-1)).toEqual({
    type: "ended",
    promptId: "p",
  });
});

test.each([
  [["p"], { type: "node", promptId: "p", node: "2" }],
  [["p", "q"], { type: "unknown", wireType: "executing", data: { node: "2" } }],
  [[], { type: "unknown", wireType: "executing", data: { node: "2" } }],
])("a message replayed after a reconnect names no prompt: with the active prompts %j", (active, event) => {
  expect(eventsWithActive(active, message("executing", { node: "2" }))).toEqual([event]);
});

test("an end without a prompt id is unknown, whatever prompts are active", () => {
  expect(eventsWithActive(["p"], message("executing", { node: null }))[0]?.type).toBe("unknown");
});

test("51,000 messages with the states of 50 nodes report 50 ends", () => {
  const states = (finished: number) =>
    nodes(
      ...Array.from({ length: 50 }, (_, id) => [`${id}`, id < finished ? "finished" : "running"] as const),
    );
  const texts = Array.from({ length: 51 }, (_, finished) =>
    message("progress_state", { prompt_id: "p", nodes: states(finished) }),
  );
  const burst = texts.flatMap((text) => Array.from({ length: 1000 }, () => text));
  expect(eventsOf(...burst)).toHaveLength(50);
});

test("an unknown type of message is passed on", () => {
  expect(eventsOf(message("pack.news", { a: 1 }))).toEqual([
    { type: "unknown", wireType: "pack.news", data: { a: 1 } },
  ]);
});

test("a message that is not JSON is passed on as text", () => {
  expect(eventsOf("hello")).toEqual([{ type: "unknown", wireType: "text", data: "hello" }]);
});

test("a bare NaN, as Python writes it, is decoded", () => {
  const text = '{"type": "pack.figure", "data": {"value": NaN}}';
  expect(eventsOf(text)).toEqual([{ type: "unknown", wireType: "pack.figure", data: { value: null } }]);
});

test("a progress without a number is passed on as unknown", () => {
  const data = { prompt_id: "p", node: "3", value: null, max: 1 };
  expect(eventsOf(message("progress", data))).toEqual([{ type: "unknown", wireType: "progress", data }]);
});
