// The time limits of a prompt on a server, each with its reason. All are milliseconds.

export interface PromptLimits {
  /** An answer is due within this time. A server that executes a node in Python can hold its replies for many seconds. */
  readonly answerMs: number;
  /** A server that has not answered for this time is not waited for: a restart takes less. */
  readonly unreachableMs: number;
  /** Without an event for this time, the record is read: messages can be lost, the record cannot. */
  readonly recordMs: number;
  /** The longest pause between two readings while nothing changes, so that a dead connection is noticed within a moment. */
  readonly longestRecordMs: number;
  /** A prompt that a server denies is looked up again after this time: it can be between the queue and the history. */
  readonly recheckMs: number;
  /** The first pause between two readings of a record that should exist, doubled each time. */
  readonly firstLateMs: number;
  /** A record may be missing for this time after its prompt has left the queue: servers write it after their messages. */
  readonly lateRecordMs: number;
  /** Prompts may wait for this time while nothing runs: a server begins the next prompt at once, so its worker is dead. */
  readonly stalledMs: number;
  /**
   * A cancel is repeated after this time, doubled each time that it was answered and had no effect: a server can forget
   * an interrupt just before a run.
   */
  readonly cancelMs: number;
  readonly longestCancelMs: number;
}

export const promptLimits: PromptLimits = {
  answerMs: 20_000,
  unreachableMs: 60_000,
  recordMs: 5_000,
  longestRecordMs: 15_000,
  recheckMs: 400,
  firstLateMs: 20,
  lateRecordMs: 2_000,
  stalledMs: 30_000,
  cancelMs: 2_000,
  longestCancelMs: 6_000,
};

/**
 * Milliseconds until the record is read again, after so many readings without an event. `random`, from 0 to 1, spreads
 * prompts.
 */
export const quietPauseMs = (
  readings: number,
  { recordMs, longestRecordMs }: PromptLimits,
  random: number,
): number => Math.min(longestRecordMs, recordMs * 1.5 ** readings) * (1 - random / 10);

/**
 * Milliseconds until a server is asked again that has not answered so many times before: short at first, because
 * restarts are short.
 */
export const unansweredPauseMs = (
  failures: number,
  { recordMs, recheckMs }: PromptLimits,
  random: number,
): number => Math.min(recordMs, recheckMs * 1.3 ** failures) * (0.5 + random / 2);

/** The longest time of a pause and the call after it, while the computer is awake. */
export const longestRoundMs = ({ recordMs, answerMs }: PromptLimits): number => recordMs + answerMs;

/** The catalog has megabytes, and a server that has just started takes a while to describe its classes. */
export const catalogMsOf = ({ answerMs }: Pick<PromptLimits, "answerMs">): number => 9 * answerMs;

/** The limits for a server that is waited for for another time than usual. */
export const limitsOf = (unreachableMs: number): PromptLimits => ({
  ...promptLimits,
  unreachableMs,
  answerMs: Math.min(promptLimits.answerMs, unreachableMs),
});
