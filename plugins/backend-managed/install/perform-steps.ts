// Performs the steps of an installation that are not done, one after the other, with a record before and after each.

import { PictorError, reasonOf } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Means } from "../instance.js";
import { addressesOf } from "../python/run-tool.js";
import { withoutCredentials } from "../python/redact-credentials.js";
import { act } from "./step-actions.js";
import type { Facts } from "./machine-facts.js";
import { planSteps, type PlannedStep } from "./plan-steps.js";
import type { Report } from "./progress-report.js";
import { look } from "./snapshot.js";
import { readState, writeState } from "./install-state.js";
import { stepIds, type StepId, type StepRecord } from "./steps.js";

/** A failure of these is told, and is not the end of an installation. */
const isOptional = (id: StepId): boolean => id === "manager";

async function record(means: Means, id: StepId, step: StepRecord): Promise<void> {
  const { layout } = means;
  const state = await readState(layout.installState);
  await writeState(layout.installState, { ...state, steps: { ...state.steps, [id]: step } });
}

const stepFailed = (means: Means, { title }: PlannedStep, log: string, error: unknown): PictorError => {
  const advice = error instanceof PictorError && error.hint !== "" ? `${error.hint} ` : "";
  const reason = withoutCredentials(reasonOf(error), addressesOf(means)).replace(/\.$/, "");
  const more = error instanceof PictorError ? { ...error.details, reasonCode: error.code } : {};
  const details = { step: title, name: means.name, reason, advice, log };
  return managedFault("MANAGED_STEP_FAILED", details, { cause: error, more: { ...more, ...details } });
};

/** These say everything about themselves. */
const plainCodes: ReadonlySet<string> = new Set([
  "MANAGED_DISK_SPACE",
  "MANAGED_DISK_FULL",
  "MANAGED_FOLDER_NOT_WRITABLE",
  "MANAGED_PYTHON_MISSING",
  "MANAGED_LOCAL_CHANGES",
]);

async function performOne(means: Means, facts: Facts, step: PlannedStep, report: Report): Promise<void> {
  const { id, inputs } = step;
  const { clock } = means;
  const snapshot = await look(means, facts);
  const before = snapshot.state.steps[id];
  const at = (): string => new Date(clock.now()).toISOString();
  report.step(id, step.title);
  for (const line of step.detail) report.log.write(`$ ${line}`);
  const begun = { status: "begun", inputs, at: at(), facts: before?.facts ?? {} } as const;
  try {
    if (id !== "space") await record(means, id, begun);
    const learnt = await act(id, means, snapshot, report.work, inputs);
    if (id !== "space") await record(means, id, { status: "finished", inputs, at: at(), facts: learnt });
  } catch (error) {
    report.work.signal?.throwIfAborted();
    report.log.write(`!! ${withoutCredentials(reasonOf(error), addressesOf(means))}`);
    if (error instanceof PictorError && plainCodes.has(error.code)) throw error;
    const failure = stepFailed(means, step, report.log.file, error);
    if (!isOptional(id)) throw failure;
    await record(means, id, { ...begun, status: "failed", at: at() });
    report.tell(`${failure.what} The installation goes on without it.`);
    means.logger.warn(failure.what, { log: report.log.file });
  }
}

/**
 * What is done is asked anew before each step, as an earlier one may change what a later one rests on. Rejects with
 * `MANAGED_STEP_FAILED` and others; what was done before stays done.
 */
export async function performSteps(
  means: Means,
  facts: Facts,
  report: Report,
  ids: readonly StepId[] = stepIds,
): Promise<void> {
  for (const id of ids) {
    const step = planSteps(await look(means, facts)).find((planned) => planned.id === id);
    if (step?.state === "pending") await performOne(means, facts, step, report);
  }
}
