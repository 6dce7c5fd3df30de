// The facet `failures`: the prompts of a queue that have failed or are lost, of which a person can dispose.

import type { NodeError } from "./backend-events.js";
import type { CallOptions } from "./calls.js";

/** A prompt that has failed or is lost, and that nobody has retried or discarded since. */
export interface FailedPrompt {
  readonly promptId: string;
  /** `lost`: it may have been run, and its result is not known. */
  readonly state: "failed" | "lost";
  /** Why, in a sentence. */
  readonly reason: string;
  /** For `failed`: the error, with its node where that is known. */
  readonly error?: NodeError;
  readonly owner?: string;
  /** The member that had it; absent if none had begun it. */
  readonly member?: string;
  /** When it was submitted, and when it has ended, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly endedAt: number;
  /** How often it was run, or may have been. */
  readonly attempts: number;
}

export interface FailuresOptions extends CallOptions {
  /** The most prompts to list; default 50. */
  readonly limit?: number;
}

/** Methods reject as those of `Backend`. */
export interface FailuresFacet {
  /** Lists the failed prompts, the newest first. */
  list(options?: FailuresOptions): Promise<readonly FailedPrompt[]>;
  /**
   * Queues a failed prompt again under the same id, although one that is lost may have been run. Resolves to false if
   * the prompt is not among the failed ones any more.
   */
  retry(promptId: string, options?: CallOptions): Promise<boolean>;
  /** Forgets a failed prompt, with its submission. Resolves to false if it is not among the failed ones any more. */
  discard(promptId: string, options?: CallOptions): Promise<boolean>;
}
