// Whether a batch is tried again after its prompt has failed: a pure function of the policy, the failure and the attempts so far.

import {
  beginningOf,
  fault,
  problemFor,
  type PictorError,
  type Problem,
  type PromptWait,
  type RetryPolicy,
} from "@pictor/kernel";
import type { Ending } from "./ending.js";

/** The attempts of the present batch. */
export interface Retries {
  readonly policy: RetryPolicy;
  /** How often the batch was tried again after each failure. */
  readonly used: Readonly<Partial<Record<keyof RetryPolicy, number>>>;
}

/** A batch is tried again after some time. */
export interface Retry {
  readonly retries: Retries;
  readonly error: PictorError;
  readonly afterMs: number;
  /** The number of the attempt after this failure, from 1, and the number of those that are allowed. */
  readonly attempt: number;
  readonly attempts: number;
}

const firstBackoffMs = 10_000;
const longestBackoffMs = 3_600_000;

export const noRetries = (policy: RetryPolicy = {}): Retries => ({ policy, used: {} });

function failureOf(
  ending: Ending,
): { readonly of: keyof RetryPolicy; readonly error: PictorError } | undefined {
  if (ending.status === "lost") return { of: "lost", error: ending.error };
  return ending.status === "failed" && ending.error.code === "NODE_OUT_OF_MEMORY"
    ? { of: "outOfMemory", error: ending.error }
    : undefined;
}

/** Undefined if the job ends. */
export function retryAfter(ending: Ending, { policy, used }: Retries): Retry | undefined {
  const failure = failureOf(ending);
  if (failure === undefined) return undefined;
  const { of, error } = failure;
  const rule = policy[of];
  if (rule === undefined) return undefined;
  const before = used[of] ?? 0;
  const { attempts, backoffMs = firstBackoffMs } = rule;
  if (before >= attempts) return undefined;
  return {
    retries: { policy, used: { ...used, [of]: before + 1 } },
    error,
    afterMs: Math.min(longestBackoffMs, backoffMs * 2 ** before),
    attempt: before + 1,
    attempts,
  };
}

/** What went wrong, for the end of a sentence that has a full stop of its own. */
const reasonIn = ({ what }: PictorError): string => what.replace(/\.$/, "");

/** Why the job waits, for people. */
export const waitOf = ({ afterMs, attempt, attempts, error }: Retry): PromptWait => ({
  why: "retry",
  detail: `it is tried again in ${Math.ceil(afterMs / 1_000)} s (${attempt} of ${attempts}), because: ${beginningOf(reasonIn(error), 300)}`,
});

/** Says that a batch, counted from 0, is tried again. */
export const triedAgain = (batch: number, { afterMs, attempt, attempts, error }: Retry): Problem => {
  const reason = reasonIn(error);
  const seconds = Math.ceil(afterMs / 1_000);
  return problemFor(fault("JOB_TRIED_AGAIN", { batch: batch + 1, seconds, attempt, attempts, reason }));
};
