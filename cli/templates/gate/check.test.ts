// The gate with a person who always gives the same answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyDraft, type BatchPlan, type GateContext } from "@pictor/kernel/plugin";
import { createCheck } from "./check.ts";

const plan = (count: number): BatchPlan => ({
  jobId: "1",
  workflow: "txt2img",
  drafts: Array.from({ length: count }, () => emptyDraft),
});
const answering = (answer: string) =>
  ({ interaction: { ask: () => Promise.resolve(answer) } }) as unknown as GateContext;
const check = createCheck({ maxBatches: 3 });

test("few batches run without a question", async () => {
  assert.equal(await check(plan(3), answering("stop")), undefined);
});

test("many batches run if the person agrees", async () => {
  assert.equal(await check(plan(4), answering("run")), undefined);
});

test("many batches are refused otherwise", async () => {
  const veto = await check(plan(4), answering("stop"));
  assert.equal(veto?.code, "ACME_TOO_MANY");
});
