// Performs the pending steps of an installation in order, and records the start and the end of each.

import { PictorError, reasonOf } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Instance } from "../instance.js";
import { addressesOf } from "../python/run-tool.js";
import { redactCredentials } from "../python/redact-credentials.js";
import { performStep } from "./all-steps.js";
import type { Facts } from "./machine-facts.js";
import { planSteps, type PlannedStep } from "./plan-steps.js";
import type { Report } from "./progress-report.js";
import { takeSnapshot, type Snapshot } from "./snapshot.js";
import { readState, writeState } from "./install-state.js";
import { stepIds, type StepId, type StepRecord } from "./steps.js";

export interface InstallWork {
  readonly instance: Instance;
  readonly facts: Facts;
  readonly report: Report;
}

/** Whether the installation continues when the step fails. */
const isOptional = (id: StepId): boolean => id === "manager";

async function record(instance: Instance, id: StepId, step: StepRecord): Promise<void> {
  const { layout } = instance;
  const state = await readState(layout.installState);
  await writeState(layout.installState, { ...state, steps: { ...state.steps, [id]: step } });
}

const stepFailed = (instance: Instance, { title }: PlannedStep, log: string, error: unknown): PictorError => {
  const advice = error instanceof PictorError && error.hint !== "" ? `${error.hint} ` : "";
  const reason = redactCredentials(reasonOf(error), addressesOf(instance)).replace(/\.$/, "");
  const more = error instanceof PictorError ? { ...error.details, reasonCode: error.code } : {};
  const details = { step: title, name: instance.name, reason, advice, log };
  return managedFault("MANAGED_STEP_FAILED", details, { cause: error, more: { ...more, ...details } });
};

/** Codes that are reported as they are, without `MANAGED_STEP_FAILED`. */
const plainCodes: ReadonlySet<string> = new Set([
  "MANAGED_DISK_SPACE",
  "MANAGED_DISK_FULL",
  "MANAGED_FOLDER_NOT_WRITABLE",
  "MANAGED_PYTHON_MISSING",
  "MANAGED_LOCAL_CHANGES",
]);

async function performOne(
  { instance, report }: InstallWork,
  snapshot: Snapshot,
  step: PlannedStep,
): Promise<void> {
  const { id, inputs } = step;
  const before = snapshot.state.steps[id];
  const at = (): string => new Date(instance.clock.now()).toISOString();
  report.step(id, step.title);
  for (const line of step.detail) report.log.write(`$ ${line}`);
  const begun = { status: "begun", inputs, at: at(), facts: before?.facts ?? {} } as const;
  try {
    if (id !== "space") await record(instance, id, begun);
    const learnt = await performStep(id, instance, snapshot, report.toolOptions, inputs);
    if (id !== "space") await record(instance, id, { status: "finished", inputs, at: at(), facts: learnt });
  } catch (error) {
    report.toolOptions.signal?.throwIfAborted();
    report.log.write(`!! ${redactCredentials(reasonOf(error), addressesOf(instance))}`);
    if (error instanceof PictorError && plainCodes.has(error.code)) throw error;
    const failure = stepFailed(instance, step, report.log.file, error);
    if (!isOptional(id)) throw failure;
    await record(instance, id, { ...begun, status: "failed", at: at() });
    report.warn(
      `${failure.what} The installation continues without it. The output of the tools is in ${report.log.file}; \`pictor backend install ${instance.name}\` tries again.`,
    );
    instance.logger.warn(failure.what, { log: report.log.file });
  }
}

/**
 * Plans anew before each step, because a step can change the inputs of later ones. Rejects with `MANAGED_STEP_FAILED` and
 * the codes above; finished steps stay done.
 */
export async function performSteps(work: InstallWork, ids: readonly StepId[] = stepIds): Promise<void> {
  for (const id of ids) {
    const snapshot = await takeSnapshot(work.instance, work.facts);
    const step = planSteps(snapshot).find((planned) => planned.id === id);
    if (step?.state === "pending") await performOne(work, snapshot, step);
  }
}
