// Time limits of jobs that both the waiting code and error messages use.

import { promptLimits } from "@pictor/prompt-life";

/** Those of every prompt, by the names that jobs have for them. */
export const { unreachableMs, answerMs: answerLimitMs, recordMs: recordIntervalMs } = promptLimits;
/** Milliseconds for which cancelling the prompt of an ended job is retried in the background. */
export const revokeLimitMs = 600_000;
