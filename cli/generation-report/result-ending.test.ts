// The ending of the command for each result of a generation.

import {
  fault,
  type GenerationResult,
  type Output,
  type Problem,
  type SubmissionResult,
} from "@pictor/kernel";
import { expect, it } from "vitest";
import type { Ending } from "../base/exit-codes.js";
import { endingOf } from "./result-ending.js";

const saved = { path: "/a.png" } as Output;
const unsaved = {} as Output;
const problem = (code: string): Problem => ({ code, message: "" });
const base = { jobId: "j", outputs: [saved], problems: [] };
const lost = fault("JOB_LOST", { promptId: "p", reason: "r", advice: "a" });
const unreachable = fault("BACKEND_UNREACHABLE", { url: "u", reason: "r" });
const rejected = fault("AUTH_REJECTED", { where: "w", auth: "a", status: 401 });

const situations: readonly (readonly [string, GenerationResult | SubmissionResult, Ending])[] = [
  ["submitted", { status: "submitted", ...base, backend: "b", promptIds: ["p"] }, "finished"],
  ["all outputs saved", { status: "finished", ...base }, "finished"],
  ["no outputs", { status: "finished", ...base, outputs: [] }, "finished"],
  ["a harmless problem", { status: "finished", ...base, problems: [problem("TAP_THREW")] }, "finished"],
  ["an unsaved output", { status: "finished", ...base, outputs: [saved, unsaved] }, "unsaved"],
  [
    "an output that was not fetched",
    { status: "finished", ...base, problems: [problem("OUTPUT_NOT_FETCHED")] },
    "unsaved",
  ],
  ["a full disk", { status: "finished", ...base, problems: [problem("FILE_DISK_FULL")] }, "unsaved"],
  ["a veto", { status: "vetoed", veto: { kind: "veto", code: "X_Y", message: "no" }, ...base }, "vetoed"],
  ["Ctrl-C", { status: "interrupted", by: "caller", ...base }, "interrupted"],
  ["interrupted on the server", { status: "interrupted", by: "server", ...base }, "interrupted"],
  ["a lost job", { status: "lost", error: lost, ...base }, "lost"],
  ["an unreachable backend", { status: "failed", error: unreachable, ...base }, "backend"],
  ["rejected credentials", { status: "failed", error: rejected, ...base }, "auth"],
];
it.each(situations)("%s", (_name, result, ending) => {
  expect(endingOf(result)).toBe(ending);
});
