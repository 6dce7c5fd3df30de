// The spans of the prompts that a worker runs.

import { expect, it } from "vitest";
import { fault } from "@pictor/kernel";
import type { Tracing } from "@pictor/services";
import { WorkTraces } from "./work-traces.js";

function start() {
  const done: (readonly unknown[])[] = [];
  const tracing: Tracing = {
    begin(name, attributes, traceparent) {
      done.push(["begin", name, attributes, traceparent]);
      return {
        traceparent: undefined,
        note: (text) => done.push(["note", text]),
        begin: () => {
          throw new Error("no parts");
        },
        within: (work) => work(),
        end: (failure) => done.push(["end", failure]),
      };
    },
  };
  return { done, traces: new WorkTraces(tracing, "gpu-1") };
}

it("continue the trace of the submitter, and end with the prompt", () => {
  const { done, traces } = start();
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  traces.observe({ type: "ready" });
  traces.observe({ type: "began", promptId: "p", owner: "anna", traceparent });
  traces.observe({ type: "ended", promptId: "p", as: "succeeded", durationMs: 1 });
  traces.observe({ type: "ended", promptId: "p", as: "succeeded", durationMs: 1 });
  expect(done).toEqual([
    ["begin", "pictor.work", { "pictor.prompt.id": "p", "pictor.worker": "gpu-1" }, traceparent],
    ["note", "succeeded"],
    ["end", undefined],
  ]);
});

it("have the code of the error of a prompt that has failed", () => {
  const { done, traces } = start();
  traces.observe({ type: "began", promptId: "p" });
  const error = fault("JOB_REPEATED", { filename: "a" });
  traces.observe({ type: "ended", promptId: "p", as: "failed", durationMs: 1, error });
  expect(done.at(-1)).toEqual(["end", "JOB_REPEATED"]);
});

it("are none in a process that does not trace", () => {
  expect(() => new WorkTraces(undefined, "gpu-1").observe({ type: "began", promptId: "p" })).not.toThrow();
});
