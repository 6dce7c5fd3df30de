// How much a relay may have read from one side and not yet written to the other. Small frames pass without waiting for
// one another.

const windowBytes = 64 * 1024;

export interface SendWindow {
  /**
   * Calls `send`. The promise is pending while more than 64 KiB are unsent; without a promise, the next frame can be
   * read at once. `send` must not reject.
   */
  pass(data: string | Uint8Array, send: () => Promise<void>): Promise<void> | undefined;
  /** Whether something is unsent. */
  isUsed(): boolean;
}

export function createWindow(): SendWindow {
  let unsentBytes = 0;
  let unsentFrames = 0;
  return {
    pass({ length }, send) {
      unsentBytes += length;
      unsentFrames++;
      const sent = send().then(() => {
        unsentBytes -= length;
        unsentFrames--;
      });
      return unsentBytes > windowBytes ? sent : undefined;
    },
    isUsed: () => unsentFrames > 0,
  };
}
