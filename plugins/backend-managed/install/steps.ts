// The steps of an installation, in order, and their records.

export const stepIds = [
  "space",
  "clone",
  "environment",
  "torch",
  "requirements",
  "packages",
  "manager",
  "models",
  "verify",
] as const;
export type StepId = (typeof stepIds)[number];

export interface StepRecord {
  /** State of the step. `begun`: running or interrupted. `failed`: an optional step failed, and is repeated next time. */
  readonly status: "begun" | "finished" | "failed";
  /** Hash of the step's inputs; the step is repeated when they change. */
  readonly inputs: string;
  /** Time of the record in ISO 8601, UTC. */
  readonly at: string;
  /** Results of the step: commit, version, device, python, index. Without credentials. */
  readonly facts: Readonly<Record<string, string>>;
}
export type StepRecords = Readonly<Partial<Record<StepId, StepRecord>>>;

export const stepTitles: Readonly<Record<StepId, string>> = {
  space: "Free space",
  clone: "ComfyUI",
  environment: "Python environment",
  torch: "torch",
  requirements: "Packages of ComfyUI",
  packages: "Packages of the settings",
  manager: "ComfyUI's Manager",
  models: "Model folders",
  verify: "Check",
};

/** The steps without which the server cannot run. */
export const requiredSteps = [
  "clone",
  "environment",
  "torch",
  "requirements",
  "verify",
] as const satisfies StepId[];
