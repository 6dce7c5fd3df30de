// How long a job waits for its server: what is said of it, and what is done.

/** Milliseconds without any answer of the server after which a job counts as lost. */
export const unreachableMs = 60_000;
/** Milliseconds for one question to the server to be answered. */
export const answerLimitMs = 20_000;
/** Milliseconds for which a prompt is tried to be taken back behind its job. */
export const withdrawMs = 600_000;
