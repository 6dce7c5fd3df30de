// The job's state machine as lists of inputs: which states and events they lead to.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BackendEvent } from "../backend/types.js";
import { fault } from "../errors/catalogue.js";
import { reduce, startJob, type JobInput, type JobState } from "./reducer.js";
import type { JobEvent } from "./types.js";

const graph = {
  load: { class_type: "Load", inputs: {} },
  sample: { class_type: "Sample", inputs: { steps: 8 } },
  save: { class_type: "Save", inputs: {} },
};
const backend = (event: BackendEvent): JobInput => ({ type: "backend", event });
const begun: readonly JobInput[] = [
  { type: "enter", phase: "gating" },
  { type: "enter", phase: "validating" },
  { type: "batch", index: 0, graph },
  { type: "submitted", promptId: "p" },
];
const node = (name: string, promptId = "p") => backend({ type: "node", promptId, node: name });
const progress = (name: string, value: number, max: number) =>
  backend({ type: "progress", promptId: "p", node: name, value, max });
const error = fault("INTERNAL", { reason: "a test" });

function play(
  inputs: readonly JobInput[],
  batches = 1,
): { readonly state: JobState; readonly events: readonly JobEvent[] } {
  let state = startJob("job", batches);
  const events: JobEvent[] = [];
  for (const input of inputs) {
    const step = reduce(state, input);
    state = step.state;
    events.push(...step.events);
  }
  return { state, events };
}
const statesIn = (events: readonly JobEvent[]) =>
  events.flatMap((event) => (event.type === "job" ? [event.state] : []));
const overallIn = (events: readonly JobEvent[]) =>
  events.flatMap((event) => (event.type === "progress" ? [event.overall] : []));

describe("the states of a job", () => {
  it.each<[string, readonly JobInput[], readonly string[]]>([
    [
      "that goes well",
      [
        ...begun,
        node("load"),
        { type: "record", record: { state: "succeeded", outputs: [] } },
        { type: "finished" },
      ],
      ["gating", "validating", "uploading", "queued", "running", "fetching", "finished"],
    ],
    [
      "that was through before its first message",
      [...begun, { type: "record", record: { state: "succeeded", outputs: [] } }, { type: "finished" }],
      ["gating", "validating", "uploading", "queued", "fetching", "finished"],
    ],
    [
      "whose record says running first",
      [...begun, { type: "record", record: { state: "running" } }, node("load")],
      ["gating", "validating", "uploading", "queued", "running"],
    ],
    [
      "whose record knows no more",
      [
        ...begun,
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
      [...begun, { type: "record", record: { state: "interrupted", outputs: [] } }],
      ["gating", "validating", "uploading", "queued", "interrupted"],
    ],
    ["that is stopped", [{ type: "cancel" }, { type: "stopped" }], ["interrupted"]],
    [
      "that is lost",
      [...begun, { type: "lost", error }],
      ["gating", "validating", "uploading", "queued", "lost"],
    ],
    ["that fails while building", [{ type: "fault", error }], ["failed"]],
    [
      "of two batches",
      [
        ...begun,
        { type: "record", record: { state: "succeeded", outputs: [] } },
        { type: "batch", index: 1, graph },
        { type: "submitted", promptId: "q" },
      ],
      ["gating", "validating", "uploading", "queued", "fetching", "uploading", "queued"],
    ],
  ])("%s", (_name, inputs, states) => {
    expect(statesIn(play(inputs, 2).events)).toEqual(states);
  });

  it("an interruption is the caller's after a cancel, and the server's without one", () => {
    const interrupted: JobInput = { type: "record", record: { state: "interrupted", outputs: [] } };
    expect(play([...begun, { type: "cancel" }, interrupted]).state.ending).toEqual({
      status: "interrupted",
      by: "caller",
    });
    expect(play([...begun, interrupted]).state.ending).toEqual({ status: "interrupted", by: "server" });
  });

  it("a failed node is named with its class and what it said", () => {
    const record = {
      state: "failed",
      outputs: [],
      error: { node: "save", classType: "Save", exception: "OSError", message: " no space\n" },
    } as const;
    const { state, events } = play([...begun, { type: "record", record }]);
    expect(state.ending).toMatchObject({
      status: "failed",
      error: { code: "NODE_FAILED", details: { node: "save", class: "Save", reason: "no space" } },
    });
    expect(events.slice(-2).map(({ type }) => type)).toEqual(["error", "job"]);
  });

  it("a record before the submission means nothing", () => {
    expect(play([{ type: "record", record: { state: "succeeded", outputs: [] } }]).state.phase).toBe(
      "building",
    );
  });
});

const message = (event: BackendEvent): JobInput => backend(event);
const ended = (as?: "succeeded" | "interrupted" | "failed"): JobInput =>
  message({ type: "ended", promptId: "p", ...(as === undefined ? {} : { as }) });
const nodeError = message({
  type: "error",
  promptId: "p",
  error: { node: "save", classType: "Save", exception: "OSError", message: "no space\n" },
});
const connection = (state: "open" | "lost"): JobInput => message({ type: "connection", state });
const unknown: JobInput = { type: "record", record: { state: "unknown" } };
const missing: JobInput = { type: "missing" };

describe("a prompt that the server keeps no record of", () => {
  it.each<[string, readonly JobInput[], object]>([
    ["told as done", [node("load"), ended("succeeded"), unknown, missing], { phase: "fetching" }],
    [
      "told as done twice, and late messages behind it",
      [node("load"), ended("succeeded"), ended("succeeded"), node("load"), missing],
      { phase: "fetching" },
    ],
    [
      "told as interrupted",
      [node("load"), ended("interrupted"), missing],
      { ending: { status: "interrupted", by: "server" } },
    ],
    [
      "told as interrupted, after a cancel",
      [node("load"), { type: "cancel" }, ended("interrupted"), missing],
      { ending: { status: "interrupted", by: "caller" } },
    ],
    [
      "told as failed, with what failed",
      [node("load"), nodeError, ended("failed"), missing],
      { ending: { status: "failed", error: { details: { node: "save", reason: "no space" } } } },
    ],
    [
      "of which an error was told, and then nothing",
      [node("load"), nodeError, connection("lost"), connection("open"), missing],
      { ending: { status: "failed", error: { code: "NODE_FAILED" } } },
    ],
    [
      "of which an error was told that did not end it",
      [node("load"), nodeError, ended("succeeded"), missing],
      { phase: "fetching" },
    ],
    [
      "told as done although the caller cancelled",
      [node("load"), { type: "cancel" }, ended("succeeded"), missing],
      { phase: "fetching" },
    ],
    [
      "of which nothing was told, after a cancel",
      [{ type: "cancel" }, connection("lost"), missing],
      { ending: { status: "interrupted", by: "caller" } },
    ],
    ["still queued", [missing], { ending: { status: "lost", error: { details: { why: "removed" } } } }],
    [
      "running, and told nothing of its end",
      [node("load"), ended(), missing],
      { ending: { status: "lost", error: { details: { why: "evicted" } } } },
    ],
    [
      "running when the connection was lost",
      [node("load"), connection("lost"), connection("open"), unknown, missing],
      { ending: { status: "lost", error: { details: { why: "restarted" } } } },
    ],
    [
      "queued while the server did not answer",
      [{ type: "silent" }, missing],
      { ending: { status: "lost", error: { details: { why: "restarted" } } } },
    ],
  ])("%s", (_name, inputs, state) => {
    expect(play([...begun, ...inputs]).state).toMatchObject(state);
  });

  it("forgets what was told of the batch before", () => {
    const inputs: readonly JobInput[] = [
      ...begun,
      connection("lost"),
      ended("succeeded"),
      { type: "record", record: { state: "succeeded", outputs: [] } },
      { type: "batch", index: 1, graph },
      { type: "submitted", promptId: "q" },
      missing,
    ];
    expect(play(inputs, 2).state.ending).toMatchObject({ error: { details: { why: "removed" } } });
  });

  it("a connection that was lost before the submission says nothing", () => {
    const inputs: readonly JobInput[] = [connection("lost"), connection("open"), ...begun, missing];
    expect(play(inputs).state.ending).toMatchObject({ error: { details: { why: "removed" } } });
  });
});

describe("a prompt that was not submitted here", () => {
  it("is queued or running as its record says, and its figure is its own", () => {
    const { state, events } = play([
      { type: "attached", promptId: "p", batch: 3, graph },
      { type: "record", record: { state: "running" } },
      progress("sample", 8, 8),
    ]);
    expect(statesIn(events)).toEqual(["queued", "running"]);
    expect(overallIn(events)).toEqual([0.8]);
    expect(state.batch).toBe(3);
  });
});

describe("messages of the backend", () => {
  it("of another client's prompt change nothing", () => {
    expect(play([...begun, node("load", "other")]).events).toEqual(play(begun).events);
  });

  it("of an earlier batch change nothing", () => {
    const inputs: readonly JobInput[] = [...begun, { type: "batch", index: 1, graph }, node("load")];
    expect(play(inputs, 2).state.phase).toBe("uploading");
  });

  it("about connection, queue and the unknown pass in any state, also outside a prompt", () => {
    const inputs = [
      backend({ type: "status", queueRemaining: 3 }),
      backend({ type: "connection", state: "lost" }),
      backend({ type: "unknown", wireType: "new", data: { x: 1 } }),
    ];
    expect(play(inputs).events.map(({ type }) => type)).toEqual(["status", "connection", "unknown"]);
  });

  it("about a node carry its class; an unknown node an empty one", () => {
    const { events } = play([...begun, node("sample"), node("expanded.1")]);
    expect(events.slice(-2)).toMatchObject([
      { node: "sample", classType: "Sample" },
      { node: "expanded.1", classType: "" },
    ]);
  });

  it("about errors and ends decide nothing by themselves", () => {
    const inputs = [
      ...begun,
      backend({ type: "error", promptId: "p", error: { exception: "E", message: "" } }),
      backend({ type: "ended", promptId: "p" }),
    ];
    expect(play(inputs).state).toMatchObject({ phase: "running" });
    expect(play(inputs).state.ending).toBeUndefined();
  });
});

describe("progress", () => {
  it("weighs a sampler by its steps and every other node by one", () => {
    expect(
      overallIn(
        play([...begun, progress("load", 1, 1), progress("sample", 4, 8), progress("save", 1, 1)]).events,
      ),
    ).toEqual([0.1, 0.5, 0.6]);
  });

  it("counts cached nodes as done", () => {
    const { state } = play([...begun, backend({ type: "cached", promptId: "p", nodes: ["load", "sample"] })]);
    expect(state.progress.overall).toBeCloseTo(0.9);
  });

  it("keeps each node's share when others go on between its steps", () => {
    const steps = [
      progress("sample", 2, 8),
      progress("load", 1, 2),
      progress("sample", 4, 8),
      progress("load", 2, 2),
    ];
    expect(overallIn(play([...begun, ...steps]).events)).toEqual([0.2, 0.25, 0.45, 0.5]);
  });

  it("of a node that counts from the beginning again does not fall", () => {
    expect(overallIn(play([...begun, progress("sample", 8, 8), progress("sample", 1, 8)]).events)).toEqual([
      0.8, 0.8,
    ]);
  });

  it("of two batches shares the figure between them", () => {
    const second: readonly JobInput[] = [
      { type: "batch", index: 1, graph },
      { type: "submitted", promptId: "p" },
      progress("sample", 8, 8),
    ];
    expect(play([...begun, ...second], 2).state.progress.overall).toBeCloseTo(0.5 + 0.8 / 2);
  });

  it("without a maximum counts for nothing", () => {
    expect(overallIn(play([...begun, progress("sample", 5, 0)]).events)).toEqual([0]);
  });
});

const name = fc.constantFrom("load", "sample", "save", "expanded.1");
const number = fc.double({ min: -10, max: 100, noNaN: true });
const promptId = fc.constantFrom("p", "other");
const anyInput: fc.Arbitrary<JobInput> = fc.oneof(
  fc
    .record({ type: fc.constant("progress" as const), promptId, node: name, value: number, max: number })
    .map(backend),
  fc.record({ type: fc.constant("nodeDone" as const), promptId, node: name }).map(backend),
  fc.record({ type: fc.constant("cached" as const), promptId, nodes: fc.array(name) }).map(backend),
  fc.record({ type: fc.constant("node" as const), promptId, node: name }).map(backend),
  fc.nat(3).map((index): JobInput => ({ type: "batch", index, graph })),
  promptId.map((id): JobInput => ({ type: "submitted", promptId: id })),
  fc.constantFrom<JobInput>(
    { type: "enter", phase: "gating" },
    { type: "enter", phase: "fetching" },
    { type: "cancel" },
    { type: "record", record: { state: "running" } },
    { type: "record", record: { state: "unknown" } },
  ),
);
const anyEnding = fc.constantFrom<JobInput>(
  { type: "finished" },
  { type: "stopped" },
  { type: "lost", error },
  { type: "fault", error },
  { type: "veto", veto: { kind: "veto", code: "X", message: "" } },
);

describe("for any list of inputs", () => {
  it("the overall figure stays within 0 and 1 and never falls", () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 60 }), (inputs) => {
        const figures = overallIn(play([...begun, ...inputs], 4).events);
        figures.forEach((figure, index) => {
          expect(figure).toBeGreaterThanOrEqual(figures[index - 1] ?? 0);
          expect(figure).toBeLessThanOrEqual(1);
        });
      }),
    );
  });

  it("nothing changes after an ending", () => {
    fc.assert(
      fc.property(
        fc.array(anyInput),
        anyEnding,
        fc.array(fc.oneof(anyInput, anyEnding)),
        (before, ending, after) => {
          const ended = play([...before, ending]);
          const later = play([...before, ending, ...after]);
          expect(later).toEqual(ended);
          expect(ended.state).toMatchObject({ phase: "ended", ending: { status: expect.any(String) } });
        },
      ),
    );
  });
});
