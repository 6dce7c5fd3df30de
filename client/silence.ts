// Detects a connection that is lost without being closed, for example after a laptop was suspended: the server would
// have sent a heartbeat.

/** The server sends something at least every 20 seconds. */
const limitMs = 45_000;

/** Calls `onSilent` once when nothing has arrived for 45 seconds. */
export function watchSilence(onSilent: () => void) {
  let timer = setTimeout(onSilent, limitMs);
  return {
    /** Reports that something has arrived. */
    heard(): void {
      clearTimeout(timer);
      timer = setTimeout(onSilent, limitMs);
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
