// Builds as the kernel does: the three phases in order, add-ons in between, every value frozen.

import { emptyDraft } from "@pictor/kernel/plugin";
import type { BuildContext, Params, WorkflowDraft } from "@pictor/kernel/plugin";
import { finish } from "./finish.js";
import { prepare } from "./prepare.js";
import { sample } from "./sample.js";

/** The manifest's defaults and a model. */
export const defaults: Params = {
  prompt: "a lighthouse",
  negative: "fog",
  model: "base.safetensors",
  clipSkip: 1,
  refinerSteps: 10,
  width: 1024,
  height: 1024,
  steps: 20,
  cfg: 5,
  sampler: "euler_ancestral",
  scheduler: "normal",
  denoise: 1,
  batchSize: 1,
  batchIndex: 0,
};

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export const contextOf = (params: Params = {}, seed = 7n): BuildContext => ({
  signal: new AbortController().signal,
  logger: silent,
  report: () => undefined,
  workflow: "txt2img",
  params: { ...defaults, ...params },
  seed,
  batch: { index: 0, count: 1 },
});

type Step = (draft: WorkflowDraft) => WorkflowDraft;

export interface AddOns {
  readonly condition?: Step;
  readonly refine?: Step;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const unchanged: Step = (draft) => draft;

export function build(
  params: Params = {},
  seed = 7n,
  { condition = unchanged, refine = unchanged }: AddOns = {},
) {
  const context = frozen(contextOf(params, seed));
  const phases: readonly Step[] = [(draft) => prepare(draft, context), condition, sample, refine, finish];
  return phases.reduce((draft, phase) => frozen(phase(draft)), frozen(emptyDraft));
}
