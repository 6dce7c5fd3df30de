// Notices a connection that is dead and was never closed, such as after a suspended laptop: the server would have sent something.

/** The server sends a sign of life at least every 20 seconds. */
const limitMs = 45_000;

export interface SilenceWatch {
  /** Something has arrived. */
  heard(): void;
  stop(): void;
}

/** Calls `onSilent` once when nothing has arrived for 45 seconds. */
export function watchSilence(onSilent: () => void): SilenceWatch {
  let timer = setTimeout(onSilent, limitMs);
  return {
    heard() {
      clearTimeout(timer);
      timer = setTimeout(onSilent, limitMs);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
