// The steps of an installation, in order, and what each was done with.

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
  /** `begun`: it was interrupted, or runs now. `failed`: told, and not fatal; it is tried again. */
  readonly status: "begun" | "finished" | "failed";
  /** Hash of what it was done with; another one means that it is done again. */
  readonly inputs: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What is known since: commit, version, device, python. Never an address with credentials. */
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

/** Without these there is no server; the others are for comfort, or are looked after at each start. */
export const requiredSteps = [
  "clone",
  "environment",
  "torch",
  "requirements",
  "verify",
] as const satisfies StepId[];
