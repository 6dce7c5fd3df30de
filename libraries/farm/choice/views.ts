// The prompts and members as `chooseNext` sees them.

import type { RunTimes } from "../times/run-times.js";
import type { Turn } from "../turns/turns.js";

/** A prompt that waits. */
export interface WaitingPrompt {
  readonly id: string;
  readonly turn: Turn;
  /** The model files that it needs in memory: `modelsOf`. */
  readonly models: readonly string[];
  /** The names of the members that can run it. */
  readonly members: ReadonlySet<string>;
  /** How many prompts with an earlier turn waited when the prompt arrived, and how many had been served: see `dueAfter`. */
  readonly ahead: number;
  readonly servedBefore: number;
}

/** A member, as the choice sees it. */
export interface MemberView {
  readonly name: string;
  /**
   * - `now`: it has fewer prompts than it runs at once, and can begin at once.
   * - `ahead`: what it runs ends soon, and can take another one into its own queue.
   * - `no`: it takes none.
   */
  readonly takes: "now" | "ahead" | "no";
  /** The expected milliseconds until it has done what it has; undefined if that is not known. */
  readonly restMs?: number;
  /** The models in its memory. */
  readonly loaded: readonly string[];
  readonly times: RunTimes;
  /** Of equal members, the one with the greater weight is used first. */
  readonly weight: number;
  /** The number of served prompts when it was last chosen; -1 before. */
  readonly lastServed: number;
}

/** Which member takes which prompt. */
export interface Choice {
  readonly id: string;
  readonly member: string;
}
