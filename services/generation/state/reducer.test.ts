// The states and events to which lists of inputs lead.

import { describe, expect, it } from "vitest";
import type { PromptWait } from "@pictor/kernel";
import type { JobInput } from "./job-state.js";
import {
  backend,
  untilSubmitted,
  error,
  graph,
  node,
  overallIn,
  reduceAll,
  progress,
  statesIn,
} from "../../testing/reducer-inputs.js";

describe("the states of a job", () => {
  it.each<[string, readonly JobInput[], readonly string[]]>([
    [
      "that goes well",
      [
        ...untilSubmitted,
        node("load"),
        { type: "record", record: { state: "succeeded", outputs: [] } },
        { type: "finished" },
      ],
      ["gating", "validating", "uploading", "queued", "running", "fetching", "finished"],
    ],
    [
      "that was through before its first message",
      [
        ...untilSubmitted,
        { type: "record", record: { state: "succeeded", outputs: [] } },
        { type: "finished" },
      ],
      ["gating", "validating", "uploading", "queued", "fetching", "finished"],
    ],
    [
      "whose record says running first",
      [...untilSubmitted, { type: "record", record: { state: "running" } }, node("load")],
      ["gating", "validating", "uploading", "queued", "running"],
    ],
    [
      "whose record knows no more",
      [
        ...untilSubmitted,
        { type: "record", record: { state: "queued" } },
        { type: "record", record: { state: "unknown" } },
      ],
      ["gating", "validating", "uploading", "queued"],
    ],
    [
      "that is vetoed",
      [
        { type: "enter", phase: "gating" },
        { type: "veto", veto: { kind: "veto", code: "X", message: "" } },
      ],
      ["gating", "vetoed"],
    ],
    [
      "that the server interrupts",
      [...untilSubmitted, { type: "record", record: { state: "interrupted", outputs: [] } }],
      ["gating", "validating", "uploading", "queued", "interrupted"],
    ],
    ["that is stopped", [{ type: "cancel" }, { type: "stopped" }], ["interrupted"]],
    [
      "that is lost",
      [...untilSubmitted, { type: "lost", error }],
      ["gating", "validating", "uploading", "queued", "lost"],
    ],
    ["that fails while building", [{ type: "fault", error }], ["failed"]],
    [
      "of two batches",
      [
        ...untilSubmitted,
        { type: "record", record: { state: "succeeded", outputs: [] } },
        { type: "batch", index: 1, graph },
        { type: "submitted", promptId: "q" },
      ],
      ["gating", "validating", "uploading", "queued", "fetching", "uploading", "queued"],
    ],
  ])("%s", (_name, inputs, states) => {
    expect(statesIn(reduceAll(inputs, 2).events)).toEqual(states);
  });

  it("an interruption is the caller's after a cancel, and the server's without one", () => {
    const interrupted: JobInput = { type: "record", record: { state: "interrupted", outputs: [] } };
    expect(reduceAll([...untilSubmitted, { type: "cancel" }, interrupted]).state.ending).toEqual({
      status: "interrupted",
      by: "caller",
    });
    expect(reduceAll([...untilSubmitted, interrupted]).state.ending).toEqual({
      status: "interrupted",
      by: "server",
    });
  });

  it("a failed node is reported with its class, its model file and the message", () => {
    const error = { node: "load", classType: "Load", exception: "OSError", message: " no header\n" };
    const record = { state: "failed", outputs: [], error } as const;
    const { state, events } = reduceAll([...untilSubmitted, { type: "record", record }]);
    const what = "The node load (Load, noise.safetensors) failed on the backend: OSError: no header.";
    expect(state.ending).toMatchObject({ status: "failed", error: { code: "NODE_FAILED", what } });
    expect(events.slice(-2).map(({ type }) => type)).toEqual(["error", "job"]);
  });

  it("a record before the submission has no effect", () => {
    expect(reduceAll([{ type: "record", record: { state: "succeeded", outputs: [] } }]).state.phase).toBe(
      "building",
    );
  });
});

it("an attached prompt is queued or running as its record says, with the batch number of its record", () => {
  const { state, events } = reduceAll([
    { type: "attached", promptId: "p", batch: 3, graph },
    { type: "record", record: { state: "running" } },
    progress("sample", 8, 8),
  ]);
  expect(statesIn(events)).toEqual(["queued", "running"]);
  expect(overallIn(events)).toEqual([0.8]);
  expect(state.batch).toBe(3);
});

describe("messages of the backend", () => {
  it("of another client's prompt change nothing", () => {
    expect(reduceAll([...untilSubmitted, node("load", "other")]).events).toEqual(
      reduceAll(untilSubmitted).events,
    );
  });

  it("of an earlier batch change nothing", () => {
    const inputs: readonly JobInput[] = [...untilSubmitted, { type: "batch", index: 1, graph }, node("load")];
    expect(reduceAll(inputs, 2).state.phase).toBe("uploading");
  });

  it("about connection, queue and of unknown types pass in any state", () => {
    const inputs = [
      backend({ type: "status", queueRemaining: 3 }),
      backend({ type: "connection", state: "lost" }),
      backend({ type: "unknown", wireType: "new", data: { x: 1 } }),
    ];
    expect(reduceAll(inputs).events.map(({ type }) => type)).toEqual(["status", "connection", "unknown"]);
  });

  it("about a node carry its class and its title; an unknown node an empty class", () => {
    const { events } = reduceAll([...untilSubmitted, node("sample"), node("expanded.1")]);
    expect(events.slice(-2)).toEqual([
      { type: "node", node: "sample", classType: "Sample", title: "Sample it", jobId: "job", batch: 0 },
      { type: "node", node: "expanded.1", classType: "", jobId: "job", batch: 0 },
    ]);
  });

  it("about texts are told once, also when the record repeats them", () => {
    const texts = [
      { node: "save", text: "hello" },
      { node: "save", text: "bye" },
      { node: "load", text: "hello" },
    ];
    const inputs: readonly JobInput[] = [
      ...untilSubmitted,
      backend({ type: "text", promptId: "p", node: "save", text: "hello" }),
      { type: "record", record: { state: "succeeded", outputs: [], texts } },
    ];
    const { events } = reduceAll(inputs);
    const told = events.flatMap((event) =>
      event.type === "text" ? [{ node: event.node, text: event.text }] : [],
    );
    expect(told).toEqual(texts);
    expect(statesIn(events).at(-1)).toBe("fetching");
  });

  it("about errors and ends decide nothing by themselves", () => {
    const inputs = [
      ...untilSubmitted,
      backend({ type: "error", promptId: "p", error: { exception: "E", message: "" } }),
      backend({ type: "ended", promptId: "p" }),
    ];
    expect(reduceAll(inputs).state).toMatchObject({ phase: "running" });
    expect(reduceAll(inputs).state.ending).toBeUndefined();
  });
});

describe("progress", () => {
  it("weighs a sampler by its steps and every other node by one", () => {
    expect(
      overallIn(
        reduceAll([
          ...untilSubmitted,
          progress("load", 1, 1),
          progress("sample", 4, 8),
          progress("save", 1, 1),
        ]).events,
      ),
    ).toEqual([0.1, 0.5, 0.6]);
  });

  it("counts cached nodes as done", () => {
    const { state } = reduceAll([
      ...untilSubmitted,
      backend({ type: "cached", promptId: "p", nodes: ["load", "sample"] }),
    ]);
    expect(state.progress.overall).toBeCloseTo(0.9);
  });

  it("counts a node as done that says so, once", () => {
    const done = backend({ type: "nodeDone", promptId: "p", node: "load" });
    const { events } = reduceAll([...untilSubmitted, done, done]);
    const told = events.filter(({ type }) => type === "progress");
    expect(told).toMatchObject([{ node: "load", value: 1, max: 1, overall: 0.1 }]);
  });

  it("counts nodes as cached that a message or the record calls so", () => {
    const record = { state: "succeeded", outputs: [], cached: ["sample"] } as const;
    const cached = backend({ type: "cached", promptId: "p", nodes: ["load"] });
    const { state } = reduceAll([...untilSubmitted, cached, { type: "record", record }]);
    expect([...(state.cached ?? [])]).toEqual(["load", "sample"]);
  });

  it("counts nodes as done that only the record calls cached", () => {
    const record = { state: "succeeded", outputs: [], cached: ["load", "sample"] } as const;
    const { state } = reduceAll([...untilSubmitted, { type: "record", record }]);
    expect(state.progress.overall).toBeCloseTo(0.9);
    expect([...(state.cached ?? [])]).toEqual(["load", "sample"]);
  });

  it("keeps each node's share when others progress between its steps", () => {
    const steps = [
      progress("sample", 2, 8),
      progress("load", 1, 2),
      progress("sample", 4, 8),
      progress("load", 2, 2),
    ];
    expect(overallIn(reduceAll([...untilSubmitted, ...steps]).events)).toEqual([0.2, 0.25, 0.45, 0.5]);
  });

  it("of a node that starts again does not decrease", () => {
    expect(
      overallIn(reduceAll([...untilSubmitted, progress("sample", 8, 8), progress("sample", 1, 8)]).events),
    ).toEqual([0.8, 0.8]);
  });

  it("is shared by two batches", () => {
    const second: readonly JobInput[] = [
      { type: "batch", index: 1, graph },
      { type: "submitted", promptId: "p" },
      progress("sample", 8, 8),
    ];
    expect(reduceAll([...untilSubmitted, ...second], 2).state.progress.overall).toBeCloseTo(0.5 + 0.8 / 2);
  });

  it("without a maximum does not count", () => {
    expect(overallIn(reduceAll([...untilSubmitted, progress("sample", 5, 0)]).events)).toEqual([0]);
  });
});

describe("what keeps a queued prompt from running", () => {
  const queued = (why?: PromptWait["why"], detail = why ?? ""): JobInput => ({
    type: "record",
    record: { state: "queued", ...(why !== undefined && { wait: { why, detail } }) },
  });
  const waitsIn = (inputs: readonly JobInput[]) =>
    reduceAll([...untilSubmitted, ...inputs])
      .events.slice(3)
      .flatMap((event) => (event.type === "job" ? [[event.state, event.wait?.detail]] : []));

  it("is told once, and again when it is another reason or none", () => {
    const told = waitsIn([
      queued("draining", "a"),
      queued("draining", "a"),
      queued("draining", "b"),
      queued("turn"),
      queued(),
    ]);
    expect(told).toEqual([
      ["queued", undefined],
      ["queued", "a"],
      ["queued", "b"],
      ["queued", undefined],
    ]);
  });

  it("is not its turn, and is over when it runs or ends", () => {
    const { state, events } = reduceAll([...untilSubmitted, queued("turn"), queued("paused"), node("load")]);
    expect(state).not.toHaveProperty("wait");
    expect(events.at(-2)).not.toHaveProperty("wait");
    const ended = reduceAll([...untilSubmitted, queued("paused"), { type: "stopped" }]);
    expect(ended.events.at(-1)).not.toHaveProperty("wait");
  });
});
