// The result of a check contains no secret.

import { fault, type CheckResult } from "@pictor/kernel";
import { expect, it } from "vitest";
import { shownCheck } from "./shown-check.js";

const problems = [{ code: "ODD", message: "sesame is odd." }];
const shown = [{ code: "ODD", message: "*** is odd." }];
const common = { jobId: "j", outputs: [], problems };
const veto = { kind: "veto", code: "V", message: "sesame is missing." } as const;
const error = fault("INTERNAL", { reason: "sesame" });

it.each<readonly [CheckResult, object]>([
  [
    { status: "ready", jobId: "j", workflow: "w", backend: "b", drafts: [], problems },
    { status: "ready", backend: "b", problems: shown },
  ],
  [
    { status: "vetoed", veto, ...common },
    { status: "vetoed", veto: { ...veto, message: "*** is missing." }, problems: shown },
  ],
  [
    { status: "failed", error, ...common },
    { status: "failed", problems: shown },
  ],
  [
    { status: "interrupted", by: "caller", ...common },
    { status: "interrupted", problems: shown },
  ],
])("%j", (result, expected) => {
  const found = shownCheck(result, (text) => text.replaceAll("sesame", "***"));
  expect(found).toMatchObject(expected);
  expect(JSON.stringify(found)).not.toContain("sesame");
});
