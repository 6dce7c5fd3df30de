// The report of a generation as text and as records.

import { outputFile } from "@pictor/host/testing";
import {
  fault,
  type BackendInfo,
  type GenerationResult,
  type JobEvent,
  type Output,
  type SubmissionResult,
} from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { createTerminal } from "../output/terminal.js";
import { fakeStreams } from "../testing/fake-streams.js";
import { createReport, fetchAdvice } from "./generation-report.js";

const backend: BackendInfo = {
  name: "local",
  kind: "embedded",
  title: "Here",
  version: "1",
  notice: "simulated sampler",
  facets: [],
};
const file = outputFile({ node: "n", address: "http://h/view?a" });
const output: Output = {
  jobId: "j",
  batch: 0,
  index: 0,
  place: 0,
  file,
  mime: "image/png",
  open: () => {
    throw new Error("a report reads no body");
  },
  seed: 18446744073709551615n,
  prompt: { positive: "", negative: "" },
  metadata: {},
};
const saved: Output = { ...output, path: "/images/a.png" };
const events: readonly JobEvent[] = [
  { type: "preview", mime: "image/png", bytes: new Uint8Array(500), jobId: "j", batch: 0 },
  { type: "output", output: saved, jobId: "j", batch: 0 },
  { type: "unknown", wireType: "x", data: { big: 2n ** 60n, bytes: new Uint8Array(3) } },
];
const ended = { jobId: "j", problems: [], outputs: [saved] };

function report(result: GenerationResult | SubmissionResult, json = false, on = backend) {
  const streams = fakeStreams();
  const terminal = createTerminal(streams, json ? { json: true } : {});
  const start = { title: "draw", count: 2, backend: on };
  const made = createReport(terminal, start, { now: () => 0, every: () => () => undefined });
  events.forEach((event) => made.event(event));
  made.ended(result, 0);
  return streams.written;
}

describe("as text, without a terminal", () => {
  it("prints backend, notice and result to stderr, and only paths to stdout", () => {
    const { out, err } = report({ status: "finished", ...ended });
    expect(out).toBe("/images/a.png\n");
    expect(err).toBe(
      "draw, 2 batches on local (Here)\nnote: simulated sampler\nFinished: 1 output in 00:00.\n",
    );
  });
  it.each([
    ["Managed ComfyUI (stopped)", true, "Managed ComfyUI, its server is starting"],
    ["Managed ComfyUI (not installed)", false, "Managed ComfyUI, not installed"],
    ["ComfyUI at http://h/", false, "ComfyUI at http://h/"],
  ])("names %s (starts the server: %s) without nested parentheses", (title, startsServer, expected) => {
    const streams = fakeStreams();
    const start = { title: "draw", count: 1, backend: { ...backend, title }, startsServer };
    createReport(createTerminal(streams, {}), start, { now: () => 0, every: () => () => undefined });
    expect(streams.written.err).toMatch(`draw on local (${expected})\n`);
  });
  it("prints the error of a failure", () => {
    const error = fault("BACKEND_UNREACHABLE", { url: "http://h/", reason: "refused" });
    const { err } = report({ status: "failed", error, ...ended });
    expect(err).toContain("error: The backend http://h/ cannot be reached");
  });
  it("prints a veto with its advice", () => {
    const veto = {
      kind: "veto",
      code: "X_MISSING",
      message: "Something is missing.",
      hint: "Install it.",
    } as const;
    expect(report({ status: "vetoed", veto, ...ended }).err).toContain(
      "Something is missing.\n  Install it.\n  X_MISSING\n",
    );
  });
  it.each([
    ["unreachable", "The server may still have it: pictor jobs watch p-1 --backend local\n"],
    ["unreadable", "The server may still have it: pictor jobs watch p-1 --backend local\n"],
    ["stalled", "The server may still have it: pictor jobs watch p-1 --backend local\n"],
    ["unknown", "To list the jobs that it knows: pictor jobs list --backend local\n"],
  ])("gives advice about a lost job: %s", (why, advice) => {
    const error = fault("JOB_LOST", { promptId: "p-1", reason: "so it is", advice: "" }, { more: { why } });
    expect(report({ status: "lost", error, ...ended }).err).toContain(advice);
  });
  it.each([
    ["that the server does not have any more", "restarted", backend],
    ["of a backend inside this process", "unreachable", { ...backend, facets: ["retention"] }],
  ] as const)("gives no advice about a lost job %s", (_name, why, on) => {
    const error = fault("JOB_LOST", { promptId: "p-1", reason: "so it is", advice: "" }, { more: { why } });
    expect(report({ status: "lost", error, ...ended }, false, on).err).not.toContain("pictor jobs");
  });
  it("prints the commands for submitted jobs, and only ids to stdout", () => {
    const { out, err } = report({
      status: "submitted",
      jobId: "j",
      backend: "local",
      promptIds: ["p-1", "p-2"],
      problems: [],
    });
    expect(out).toBe("/images/a.png\np-1\np-2\n");
    expect(err).toContain(
      `2 jobs continue without this command.
  pictor jobs watch p-1 --backend local
  pictor jobs cancel p-1 --backend local
  pictor jobs list --backend local
`,
    );
  });
  it("prints the command to fetch an unsaved output", () => {
    const problems = [{ code: "OUTPUT_NOT_SAVED", message: "a.png could not be saved." }];
    const { err } = report({ status: "finished", jobId: "j", outputs: [output], problems });
    expect(err).toContain("warning: a.png could not be saved.");
    expect(err).toContain("To fetch it again: pictor request GET 'http://h/view?a' > fetched.png");
  });
});

it.each([
  [
    "with the backend's profile",
    "http://h/v",
    "work",
    "pictor request GET http://h/v --auth work > fetched.png",
  ],
  ["quoted for a shell", "http://h/'v", undefined, "GET 'http://h/'\\''v' >"],
  ["from a folder of the backend", "/tmp/a.png", undefined, "the backend keeps it at /tmp/a.png"],
])("an unsaved image can be fetched %s", (_name, address, auth, text) => {
  expect(fetchAdvice({ ...output, file: { ...file, address } }, auth)).toContain(text);
});

it.each([
  ["~/.profile", "fetched"],
  ["../../etc/cron.d/x", "fetched"],
  ["a.p$(id)", "fetched"],
  ["A.PNG", "fetched.png"],
])("the command to fetch it writes no file that the server chose: %s", (filename, name) => {
  const advice = fetchAdvice({ ...output, file: { ...file, filename, address: "http://h/v" } }, undefined);
  expect(advice.endsWith(` GET http://h/v > ${name}`)).toBe(true);
});

describe("with --json", () => {
  const records = (result: GenerationResult) =>
    report(result, true)
      .out.trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it("prints one record per event, without bodies", () => {
    const [preview, made, unknown] = records({ status: "finished", ...ended });
    expect(preview).toEqual({ type: "preview", mime: "image/png", bytes: 500, jobId: "j", batch: 0 });
    expect(made).toMatchObject({
      type: "output",
      path: "/images/a.png",
      filename: "a.png",
      seed: "18446744073709551615",
    });
    expect(unknown).toMatchObject({ data: { big: "1152921504606846976", bytes: { bytes: 3 } } });
  });
  it("ends with a result record", () => {
    const error = fault("BACKEND_UNREACHABLE", { url: "http://h/", reason: "refused" });
    expect(records({ status: "failed", error, ...ended }).at(-1)).toMatchObject({
      type: "result",
      status: "failed",
      error: { code: "BACKEND_UNREACHABLE", details: { url: "http://h/" } },
      outputs: [{ path: "/images/a.png" }],
      backend: { name: "local", notice: "simulated sampler" },
    });
  });
});
