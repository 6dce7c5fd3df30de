// A prompt without a record: the outcome in its messages counts, or it is lost.

import { describe, expect, it } from "vitest";
import type { JobInput } from "./job-state.js";
import { backend, untilSubmitted, graph, node, reduceAll } from "../../testing/reducer-inputs.js";

const ended = (as?: "succeeded" | "interrupted" | "failed"): JobInput =>
  backend({ type: "ended", promptId: "p", ...(as === undefined ? {} : { as }) });
const nodeError = backend({
  type: "error",
  promptId: "p",
  error: { node: "save", classType: "Save", exception: "OSError", message: "no space\n" },
});
const connection = (state: "open" | "lost"): JobInput => backend({ type: "connection", state });
const unknown: JobInput = { type: "record", record: { state: "unknown" } };
const missing: JobInput = { type: "recordMissing" };

describe("a prompt that the server keeps no record of", () => {
  it.each<[string, readonly JobInput[], object]>([
    ["told as done", [node("load"), ended("succeeded"), unknown, missing], { phase: "fetching" }],
    [
      "told as done twice, and late messages after it",
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
      "queued when the connection was lost for good",
      [connection("lost"), missing],
      { ending: { status: "lost", error: { details: { why: "restarted" } } } },
    ],
    [
      "queued before the connection was there",
      [connection("open"), missing],
      { ending: { status: "lost", error: { details: { why: "removed" } } } },
    ],
    [
      "queued while the server did not answer",
      [{ type: "unanswered" }, missing],
      { ending: { status: "lost", error: { details: { why: "restarted" } } } },
    ],
    [
      "passed on to a server that no longer says how it has ended",
      [node("load"), { type: "record", record: { state: "lost", reason: "the member west had it as p-7" } }],
      { ending: { status: "lost", error: { details: { why: "passedOn" } } } },
    ],
  ])("%s", (_name, inputs, state) => {
    expect(reduceAll([...untilSubmitted, ...inputs]).state).toMatchObject(state);
  });

  it("does not keep the outcome of the previous batch", () => {
    const inputs: readonly JobInput[] = [
      ...untilSubmitted,
      connection("lost"),
      ended("succeeded"),
      { type: "record", record: { state: "succeeded", outputs: [] } },
      { type: "batch", index: 1, graph },
      { type: "submitted", promptId: "q" },
      missing,
    ];
    expect(reduceAll(inputs, 2).state.ending).toMatchObject({ error: { details: { why: "removed" } } });
  });

  it("a connection that was lost before the submission does not count", () => {
    const inputs: readonly JobInput[] = [connection("lost"), connection("open"), ...untilSubmitted, missing];
    expect(reduceAll(inputs).state.ending).toMatchObject({ error: { details: { why: "removed" } } });
  });
});
