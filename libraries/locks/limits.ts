// Every limit of the locks, with its reason.

/** All values in milliseconds. Only time counts in which the waiting process itself runs: see `judge-lock.ts`. */
export const lockLimits = {
  /**
   * A lock that was watched for so long without a renewal is expired. A shorter time would take locks from processes on a busy
   * machine, a longer one would let people wait after a crash on another machine.
   */
  expiryMs: 10_000,
  /** Time between two renewals: three of them may fail or be late before the lock expires. */
  renewalMs: 2_500,
  /** The first pause of a waiting process: most locks are held for a few milliseconds, to replace a file. */
  firstPauseMs: 5,
  /** The longest pause: ten reads of a folder per second are cheap, and a free lock is noticed at once. */
  maxPauseMs: 100,
  /** Length of a wait after which `onWait` is called: a person notices a second. */
  toldAfterMs: 1_000,
  /** On Windows a virus scanner may hold a file open: a renewal is tried again after so long, `busyAttempts` times in all. */
  busyPauseMs: 20,
  busyAttempts: 5,
} as const;
