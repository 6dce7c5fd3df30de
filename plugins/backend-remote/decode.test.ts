// Text messages of the socket, one situation each.

import type { BackendEvent } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { decode } from "./decode.js";
import type { Track } from "./track.js";

const view = ({ filename }: { readonly filename: string }): string => `/view/${filename}`;
const message = (type: string, data: unknown): string => JSON.stringify({ type, data });

/** The events of several messages in a row. */
function eventsOf(...messages: readonly string[]): readonly BackendEvent[] {
  let track: Track | undefined;
  return messages.flatMap((text) => {
    const decoded = decode(text, track, view);
    track = decoded.track;
    return decoded.events;
  });
}

const nodes = (...entries: readonly (readonly [id: string, state: string, shown?: string])[]) =>
  Object.fromEntries(entries.map(([id, state, shown]) => [id, { state, display_node_id: shown ?? id }]));

test("the first status of a connection carries the session's id beside the queue's length", () => {
  const data = { status: { exec_info: { queue_remaining: 2 } }, sid: "abc" };
  expect(eventsOf(message("status", data))).toEqual([{ type: "status", queueRemaining: 2 }]);
});

test("a run begins, and names what it takes from the cache", () => {
  const start = message("execution_start", { prompt_id: "p", timestamp: 1 });
  const cached = message("execution_cached", { prompt_id: "p", nodes: ["4", "5"] });
  expect(eventsOf(start, cached)).toEqual([
    { type: "started", promptId: "p" },
    { type: "cached", promptId: "p", nodes: ["4", "5"] },
  ]);
});

test("a node begins and progresses", () => {
  const begin = message("executing", { prompt_id: "p", node: "3", display_node: "3" });
  const step = message("progress", { prompt_id: "p", node: "3", value: 1, max: 20 });
  expect(eventsOf(begin, step)).toEqual([
    { type: "node", promptId: "p", node: "3" },
    { type: "progress", promptId: "p", node: "3", value: 1, max: 20 },
  ]);
});

test("a node's end is told once, though the state of all nodes comes again at every step", () => {
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

test("a node made while the graph runs is shown as the graph's own, whose end it is not", () => {
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

test("an output node hands over its files", () => {
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

test("an output from the cache may be null", () => {
  expect(eventsOf(message("executed", { prompt_id: "p", node: "9", output: null }))).toEqual([]);
});

test("a failing node tells its exception without traceback", () => {
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

test("a blocked branch is not an error: the run goes on", () => {
  const data = { prompt_id: "p", exception_type: "ExecutionBlocked", exception_message: "stop" };
  expect(eventsOf(message("execution_error", data))).toEqual([
    { type: "unknown", wireType: "execution_error", data },
  ]);
});

test("success and interruption are no end yet: the record is written after them", () => {
  expect(
    eventsOf(
      message("execution_success", { prompt_id: "p" }),
      message("execution_interrupted", { prompt_id: "p" }),
    ),
  ).toEqual([]);
});

test("the message without a node ends the run", () => {
  expect(eventsOf(message("executing", { prompt_id: "p", node: null }))).toEqual([
    { type: "ended", promptId: "p" },
  ]);
});

test("what a server repeats after a reconnect names no prompt, so it is nobody's", () => {
  expect(eventsOf(message("executing", { node: "2" }))).toEqual([
    { type: "unknown", wireType: "executing", data: { node: "2" } },
  ]);
});

test("a kind that nobody knows is kept", () => {
  expect(eventsOf(message("pack.news", { a: 1 }))).toEqual([
    { type: "unknown", wireType: "pack.news", data: { a: 1 } },
  ]);
});

test("what is no JSON is kept as text", () => {
  expect(eventsOf("hello")).toEqual([{ type: "unknown", wireType: "text", data: "hello" }]);
});

test("a bare NaN, which Python writes, does not stop the decoder", () => {
  const text = '{"type": "pack.figure", "data": {"value": NaN}}';
  expect(eventsOf(text)).toEqual([{ type: "unknown", wireType: "pack.figure", data: { value: null } }]);
});

test("a progress of no number is kept as it is", () => {
  const data = { prompt_id: "p", node: "3", value: null, max: 1 };
  expect(eventsOf(message("progress", data))).toEqual([{ type: "unknown", wireType: "progress", data }]);
});
