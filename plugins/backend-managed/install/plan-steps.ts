// Plans the steps of an installation: which apply, which are done, and the inputs of each.

import type { InstallStep, PictorError } from "@pictor/kernel/plugin";
import { allSteps } from "./all-steps.js";
import type { Instance } from "../instance.js";
import type { Facts } from "./machine-facts.js";
import { hashOf, takeSnapshot, type Snapshot } from "./snapshot.js";
import { pending, type Token } from "./step.js";
import { stepIds, stepTitles, type StepId } from "./steps.js";

export interface PlannedStep extends InstallStep {
  readonly id: StepId;
  /** Hash of the current inputs of the step. */
  readonly inputs: string;
  readonly problem?: PictorError;
}

function planned(id: StepId, snapshot: Snapshot, isReady: boolean, inputs: string): PlannedStep {
  const { detail, problem } = allSteps[id];
  const found = isReady ? undefined : problem?.(snapshot);
  return {
    id,
    title: stepTitles[id],
    detail: detail(snapshot),
    state: isReady ? "done" : "pending",
    ...(found === undefined ? {} : { problem: found }),
    inputs,
  };
}

/** The steps that need space on the disk. */
const largeSteps = ["clone", "environment", "torch", "requirements"] as const;

/** All steps that apply, in order. Pure. */
export function planSteps(snapshot: Snapshot): readonly PlannedStep[] {
  const { steps } = snapshot.state;
  const plan = new Map<StepId, PlannedStep>();
  const applies = (id: StepId): boolean => allSteps[id].applies?.(snapshot) ?? true;
  const token: Token = (id) => {
    if (!applies(id)) return "none";
    return plan.get(id)?.state === "done" ? (steps[id]?.at ?? pending) : pending;
  };
  for (const id of stepIds.filter((one) => one !== "space" && applies(one))) {
    const inputs = hashOf(allSteps[id].inputs(snapshot, token));
    const record = steps[id];
    const isFinished = record?.status === "finished" && record.inputs === inputs;
    plan.set(id, planned(id, snapshot, isFinished && allSteps[id].isOnDisk(snapshot), inputs));
  }
  const needsSpace = largeSteps.some((id) => plan.get(id)?.state === "pending");
  return [planned("space", snapshot, !needsSpace, ""), ...plan.values()];
}

/** The steps as records and disk are now. Rejects with `MANAGED_STATE_UNREADABLE`. */
export const planNow = async (instance: Instance, facts: Facts): Promise<readonly PlannedStep[]> =>
  planSteps(await takeSnapshot(instance, facts));
