// Time limits of jobs that both the waiting code and error messages use.

/** Milliseconds without an answer of the server after which the prompt of a job counts as lost. */
export const unreachableMs = 60_000;
/** Milliseconds within which the server must answer a request. */
export const answerLimitMs = 20_000;
/** Milliseconds without an event of a prompt after which the server's record of the prompt is read. */
export const recordIntervalMs = 5_000;
/** Milliseconds for which cancelling the prompt of an ended job is retried in the background. */
export const revokeLimitMs = 600_000;
