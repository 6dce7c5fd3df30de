// How long a job waits for its server, where both an error text and the waiting code need the figure.

/** Milliseconds without any answer of the server after which a job counts as lost. */
export const unreachableMs = 60_000;
/** Milliseconds within which the server must answer one question. */
export const answerLimitMs = 20_000;
/** Milliseconds without an event of a prompt after which the server's record of the prompt is read. */
export const recordIntervalMs = 5_000;
/** Milliseconds for which the prompt of an ended job is cancelled in the background. */
export const revokeLimitMs = 600_000;
