// Detects a deaf socket: one that is open, but to which the server no longer sends. ComfyUI forgets a socket when an older
// socket of the same client id closes late, and still answers its pings.
//
//             opened()          silent although the server has something to send
//    closed ----------> open --------------------------------------------------> renew(), at most once per pause
//       ^                 |                                                        |
//       +---- closed() ---+-------------------------- closed() --------------------+
//
// Two signs count as "something to send": a submission, which the server announces to every socket, and a prompt of this
// socket that the server's record calls running. A message later than the greeting ends the pauses between renewals.

import type { Clock } from "@pictor/kernel/plugin";

/** Time limit in milliseconds for the server's announcement of a submission. */
export const announcementMs = 2_000;
/** A running prompt may be silent for so many readings of the record and so many milliseconds, because models are loading. */
const maxSilentReadings = 3;
const maxSilenceMs = 15_000;
/** Time after the opening in which a message can be the server's greeting, in milliseconds. */
const greetingMs = 1_000;
/** Pause in milliseconds after a renewal that did not help; doubled after each further one. */
const firstPauseMs = 30_000;
const maxPauseMs = 300_000;

export type DeafnessDetector = ReturnType<typeof createDeafnessDetector>;

interface OpenSocket {
  readonly openedAtMs: number;
  lastMessageAtMs: number;
  messages: number;
  silentReadings: number;
  cancelTimer(): void;
}

/** Calls `renew` when the open socket seems to be deaf. */
export function createDeafnessDetector(clock: Clock, renew: () => void) {
  const limit = createRenewalLimit(clock);
  let socket: OpenSocket | undefined;

  const renewIfAllowed = (): void => {
    if (limit.tryRenewal()) renew();
  };

  return {
    /** A socket has opened; the other calls are about this socket until `closed`. */
    opened() {
      const nowMs = clock.now();
      socket = {
        openedAtMs: nowMs,
        lastMessageAtMs: nowMs,
        messages: 0,
        silentReadings: 0,
        cancelTimer: () => undefined,
      };
    },
    closed() {
      socket?.cancelTimer();
      socket = undefined;
    },
    messageReceived() {
      if (socket === undefined) return;
      socket.lastMessageAtMs = clock.now();
      socket.messages++;
      socket.silentReadings = 0;
      if (socket.lastMessageAtMs - socket.openedAtMs > greetingMs) limit.reset();
    },
    /** Call this when a submission begins, and the returned function once the server has accepted the submission. */
    trackSubmission() {
      const tracked = socket;
      const messagesBefore = tracked?.messages;
      const isSilent = (): boolean =>
        tracked !== undefined && tracked === socket && tracked.messages === messagesBefore;
      return () => {
        if (tracked === undefined || !isSilent()) return;
        tracked.cancelTimer();
        tracked.cancelTimer = clock.after(announcementMs, () => {
          if (isSilent()) renewIfAllowed();
        });
      };
    },
    /** The server's record says that a prompt whose events belong to this socket is running. */
    noteRunning() {
      if (socket === undefined) return;
      socket.silentReadings++;
      const silenceMs = clock.now() - socket.lastMessageAtMs;
      if (socket.silentReadings >= maxSilentReadings && silenceMs >= maxSilenceMs) renewIfAllowed();
    },
  };
}

/** Makes renewals rarer while they do not help. */
function createRenewalLimit(clock: Clock): { tryRenewal(): boolean; reset(): void } {
  let renewals = 0;
  let renewedAtMs = 0;
  return {
    tryRenewal() {
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (renewals - 1));
      if (renewals > 0 && clock.now() - renewedAtMs < pauseMs) return false;
      renewals++;
      renewedAtMs = clock.now();
      return true;
    },
    reset() {
      renewals = 0;
    },
  };
}
