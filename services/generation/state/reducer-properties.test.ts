// Properties of a job's state machine that hold for any list of inputs.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JobInput } from "./job-state.js";
import { backend, untilSubmitted, error, graph, overallIn, reduceAll } from "../../testing/reducer-inputs.js";

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
  it("the overall progress stays between 0 and 1 and never decreases", () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 60 }), (inputs) => {
        const figures = overallIn(reduceAll([...untilSubmitted, ...inputs], 4).events);
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
          const ended = reduceAll([...before, ending]);
          const later = reduceAll([...before, ending, ...after]);
          expect(later).toEqual(ended);
          expect(ended.state).toMatchObject({ phase: "ended", ending: { status: expect.any(String) } });
        },
      ),
    );
  });
});
