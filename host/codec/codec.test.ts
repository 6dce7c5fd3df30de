// Values that cross a process: every event, result and error survives the way to JSON and back.

import { describe, expect, it } from "vitest";
import { PictorError, type GenerationResult, type JobEvent, type Output } from "@pictor/kernel";
import {
  errorFromJson,
  errorToJson,
  eventFromJson,
  eventToJson,
  resultFromJson,
  resultToJson,
} from "@pictor/host";

const scope = { jobId: "j1", batch: 1 };
const open = async function* () {
  yield await Promise.resolve(new Uint8Array([1]));
};
const file = {
  node: "9",
  filename: "a.png",
  subfolder: "b",
  area: "output",
  mime: "image/png",
  address: "http://h/view",
} as const;
const output: Output = {
  ...scope,
  index: 2,
  place: 3,
  file,
  mime: "image/png",
  seed: 2n ** 64n - 1n,
  prompt: { positive: "", negative: "" },
  metadata: {},
  open,
  path: "/p/a.png",
};
const { path: _path, ...unsaved } = output;
const error = new PictorError("NODE_FAILED", "Node 3 failed.", "Look.", { node: "3", sizes: [1, 2] });
const problems = [{ code: "X", message: "m", hint: "h", plugin: "p" }] as const;
const bytes = new Uint8Array([7, 8]);

const events: readonly JobEvent[] = [
  { type: "job", state: "queued", promptId: "p", ...scope },
  { type: "node", node: "3", classType: "KSampler", ...scope },
  { type: "progress", node: "3", value: 1, max: 2, overall: 0.25, ...scope },
  { type: "preview", mime: "image/jpeg", bytes, node: "3", ...scope },
  { type: "upload", file: "i.png", sent: 1, total: 2, ...scope },
  { type: "output", output, ...scope },
  { type: "output", output: unsaved, ...scope },
  { type: "text", node: "4", text: "hello", ...scope },
  { type: "error", error, ...scope },
  { type: "status", queueRemaining: 2 },
  { type: "connection", state: "lost" },
  { type: "unknown", wireType: "custom", data: { deep: [1, null] } },
];

const common = { jobId: "j1", outputs: [output, unsaved], problems };
const results: readonly GenerationResult[] = [
  { status: "finished", ...common },
  { status: "vetoed", veto: { kind: "veto", code: "V", message: "m", hint: "h" }, ...common },
  { status: "interrupted", by: "server", ...common },
  { status: "failed", error, ...common },
  { status: "lost", error, ...common },
];

/** What another process reads. */
const sent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
const sources = { open };
/** Functions are equal if both are there. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, entry: unknown) =>
      entry instanceof PictorError
        ? {
            code: entry.code,
            what: entry.what,
            hint: entry.hint,
            details: entry.details,
            text: entry.message,
          }
        : typeof entry === "function" || typeof entry === "bigint"
          ? `${typeof entry} ${typeof entry === "bigint" ? String(entry) : ""}`
          : entry,
    ),
  );

describe("an event", () => {
  it.each(events)("of type $type survives", (event) => {
    const json = sent(eventToJson(event));
    expect(comparable(eventFromJson(json, sources, bytes))).toEqual(comparable(event));
  });

  it.each([
    { type: "text", node: "4", text: "say hello", ...scope },
    { type: "node", node: "4", classType: "Show", title: "say hello", ...scope },
    { type: "upload", file: "say hello", sent: 1, ...scope },
  ] satisfies JobEvent[])("of type $type has no secret", (event) => {
    const json = eventToJson(event, (text) => text.replaceAll("hello", "***"));
    expect(Object.values(json)).toContain("say ***");
  });
});

it.each(results)("a result of status $status survives", (result) => {
  const json = sent(resultToJson(result));
  expect(comparable(resultFromJson(json, sources))).toEqual(comparable(result));
});

it("a veto has no secret", () => {
  const veto = { kind: "veto", code: "V", message: "say hello", hint: "hello" } as const;
  const json = resultToJson({ status: "vetoed", veto, ...common }, (text) => text.replaceAll("hello", "***"));
  expect(json).toMatchObject({ veto: { message: "say ***", hint: "***" } });
});

it("an error keeps its code, its texts and its details", () => {
  const copy = errorFromJson(sent(errorToJson(error)));
  expect(copy).toBeInstanceOf(PictorError);
  expect(comparable(copy)).toEqual(comparable(error));
});

it("a value of a detail that JSON cannot express becomes a short description", () => {
  const odd = new PictorError("X", "w", "h", { count: 10n, bytes, run: () => 1, cause: new Error("inner") });
  expect(sent(errorToJson(odd)).details).toEqual({ count: "10", bytes: { bytes: 2 }, cause: "inner" });
});
