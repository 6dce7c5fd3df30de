// Time limits of a pool, in milliseconds. Tests use shorter ones.

import { promptLimits, type PromptLimits } from "@pictor/prompt-life";

export interface Limits extends PromptLimits {
  /** The running prompts of a member must be expected to end within this time, so that the member gets one more than it runs. */
  readonly aheadMs: number;
  /** All prompts of a member must be expected to end within this time, so that the member gets still more. */
  readonly shortMs: number;
  /** A call waits for this time for members that do not answer while others do. */
  readonly patienceMs: number;
  /** The description of a node class is read again after this time, before a graph is passed on. */
  readonly catalogMs: number;
}

export const defaultLimits: Limits = {
  ...promptLimits,
  aheadMs: 1_000,
  shortMs: 100,
  patienceMs: 2_000,
  catalogMs: 60_000,
};
