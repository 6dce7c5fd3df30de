// Plans the steps of an installation: which apply, which are done, and the inputs of each. Pure.

import type { InstallStep, PictorError } from "@pictor/kernel/plugin";
import { isBlank } from "../python/install-packages.js";
import { configuredIndexes, displayIndexes } from "../python/package-indexes.js";
import { redactCredentials } from "../python/redact-credentials.js";
import { stepDetails } from "./step-details.js";
import { stepProblem } from "./step-problems.js";
import { hashOf, type Snapshot } from "./snapshot.js";
import { stepIds, stepTitles, type StepId, type StepRecord } from "./steps.js";
import { torchRequirements } from "./torch-source.js";

export interface PlannedStep extends InstallStep {
  readonly id: StepId;
  /** Hash of the current inputs of the step. */
  readonly inputs: string;
  readonly problem?: PictorError;
}

/** The problem of a pending step. */
function problemField(id: StepId, isReady: boolean, snapshot: Snapshot): Pick<PlannedStep, "problem"> {
  const problem = isReady ? undefined : stepProblem(id, snapshot);
  return problem === undefined ? {} : { problem };
}

/** Time at which a step was done, as an input of later steps; `unknown` for a pending one. */
type Token = (id: StepId) => string;
/** Input of a step whose predecessor is pending. */
const unknown = "?";

type Heavy = Exclude<StepId, "space">;
const indexInputs = (snapshot: Snapshot): readonly string[] =>
  displayIndexes(configuredIndexes(snapshot.settings));

function torchInputs({ facts, tree }: Snapshot, token: Token): unknown {
  const { device, torch } = facts;
  const indexes = torch.kind === "known" ? displayIndexes(torch.indexes) : [];
  const lines =
    token("clone") === unknown || tree.requirements === undefined
      ? unknown
      : torchRequirements(tree.requirements, device);
  // If no package belongs to torch, the device does not matter.
  return lines.length === 0 ? [] : [token("environment"), device, indexes, lines];
}

/** The inputs of a step, which is repeated when they change. Addresses are without credentials. */
function inputsOf(id: Heavy, snapshot: Snapshot, token: Token): unknown {
  const { settings, layout, tree } = snapshot;
  const { install } = settings;
  const text = (value = ""): string => (token("clone") === unknown ? unknown : hashOf(value));
  const environment = token("environment");
  switch (id) {
    case "clone":
      return [redactCredentials(install.source), install.version];
    case "environment":
      return [settings.python, layout.venv];
    case "torch":
      return torchInputs(snapshot, token);
    case "requirements":
      return [environment, token("torch"), text(tree.requirements), indexInputs(snapshot)];
    case "packages":
      return [
        environment,
        token("requirements"),
        install.packages.map((line) => redactCredentials(line)),
        indexInputs(snapshot),
      ];
    case "manager":
      return [environment, text(tree.managerRequirements), indexInputs(snapshot)];
    case "models":
      return settings.models;
    case "verify":
      return ["clone", "environment", "torch", "requirements", "packages", "manager"].map((step) =>
        token(step as StepId),
      );
  }
}

const isOnDisk = (id: Heavy, { disk }: Snapshot): boolean => {
  if (id === "clone") return disk.hasTree;
  if (id === "models") return disk.models === "current";
  return disk.hasEnvironment;
};

const applies = (id: StepId, { settings, disk }: Snapshot): boolean => {
  if (id === "packages") return !isBlank(settings.install.packages.join("\n"));
  if (id === "manager") return settings.install.manager;
  if (id === "models") return disk.models !== "none";
  return true;
};

const isFinished = (record: StepRecord | undefined, inputs: string): boolean =>
  record?.status === "finished" && record.inputs === inputs;

/** All steps that apply, in order. */
export function planSteps(snapshot: Snapshot): readonly PlannedStep[] {
  const { steps } = snapshot.state;
  const planned = new Map<StepId, PlannedStep>();
  const token: Token = (id) => {
    if (!applies(id, snapshot)) return "none";
    return planned.get(id)?.state === "done" ? (steps[id]?.at ?? unknown) : unknown;
  };
  const heavy = stepIds.filter((id): id is Heavy => id !== "space" && applies(id, snapshot));
  for (const id of heavy) {
    const inputs = hashOf(inputsOf(id, snapshot, token));
    const isReady = isFinished(steps[id], inputs) && isOnDisk(id, snapshot);
    planned.set(id, {
      id,
      title: stepTitles[id],
      detail: stepDetails(id, snapshot),
      state: isReady ? "done" : "pending",
      ...problemField(id, isReady, snapshot),
      inputs,
    });
  }
  const needsSpace = ["clone", "environment", "torch", "requirements"].some(
    (id) => planned.get(id as StepId)?.state === "pending",
  );
  const space: PlannedStep = {
    id: "space",
    title: stepTitles.space,
    detail: stepDetails("space", snapshot),
    state: needsSpace ? "pending" : "done",
    ...problemField("space", !needsSpace, snapshot),
    inputs: "",
  };
  return [space, ...planned.values()];
}
