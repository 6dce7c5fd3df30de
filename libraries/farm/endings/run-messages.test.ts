// The ending of a run by its messages alone.

import { outputFile } from "@pictor/host/testing";
import { expect, it } from "vitest";
import type { BackendEvent, NodeError } from "@pictor/kernel/plugin";
import { endingOf, noMessages, noteMessage } from "./run-messages.js";

const promptId = "p";
const file = outputFile({ address: "http://gpu/view" });
const error: NodeError = { exception: "RuntimeError", message: "out of memory" };
const after = (...events: readonly BackendEvent[]) => events.reduce(noteMessage, noMessages);

it("has each file once, also when a message is repeated", () => {
  const output = { type: "output", promptId, files: [file] } as const;
  const messages = after(output, output, { type: "ended", promptId, as: "succeeded" });
  expect(endingOf(messages)).toEqual({ state: "succeeded", outputs: [file] });
});

it("keeps how the run has ended when a later message does not say it", () => {
  const messages = after({ type: "ended", promptId, as: "interrupted" }, { type: "ended", promptId });
  expect(endingOf(messages)).toEqual({ state: "interrupted", outputs: [] });
});

it("has the error of a failed run", () => {
  const failed = { type: "ended", promptId, as: "failed" } as const;
  expect(endingOf(after({ type: "error", promptId, error }, failed))).toEqual({
    state: "failed",
    outputs: [],
    error,
  });
  expect(endingOf(after(failed))).toBeUndefined();
});

it("is not known before the end, nor when the messages do not say it", () => {
  expect(endingOf(after({ type: "started", promptId }))).toBeUndefined();
  const ended = after({ type: "ended", promptId });
  expect([ended.hasEnded, endingOf(ended)]).toEqual([true, undefined]);
});
