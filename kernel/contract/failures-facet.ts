// The facet `failures`: the prompts of a queue that have failed or are lost, which a person can retry or discard.

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
  /** The member that had the prompt; absent if no member had begun it. */
  readonly member?: string;
  /** When the prompt was submitted, and when it ended, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly endedAt: number;
  /** How often the prompt was run, or may have been run. */
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
   * Queues a failed prompt again under the same id, although a lost prompt may have been run. Resolves to false if
   * the prompt is no longer among the failed ones.
   */
  retry(promptId: string, options?: CallOptions): Promise<boolean>;
  /** Forgets a failed prompt, with its submission. Resolves to false if it is no longer among the failed ones. */
  discard(promptId: string, options?: CallOptions): Promise<boolean>;
}
