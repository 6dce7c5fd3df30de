// Judging by silence whether a server still knows an open socket: it forgets one when an older socket of the same
// client id ends late, and goes on answering its pings.

import type { Clock } from "../clock.js";

/** A submission is announced to every socket at once. Milliseconds. */
export const announcementMs = 2_000;
/** Readings of the record, and milliseconds, for which a run may be silent: loading a model says nothing for long. */
const silentReadings = 3;
const silentMs = 15_000;
/** What comes so soon after the opening can be the server's greeting. Milliseconds. */
const greetingMs = 1_000;
/** Pause after a renewal that did not help; it doubles each time. Milliseconds. */
const firstPatienceMs = 30_000;
const longestPatienceMs = 300_000;

export interface Hearing {
  /** A socket is open; what is told from now on is about it. */
  opened(): void;
  closed(): void;
  heard(): void;
  /** A submission begins; to be called again once the server has accepted it. */
  submitting(): () => void;
  /** The record says that a prompt runs whose events belong to this socket. */
  runs(): void;
}

interface Life {
  readonly openedAt: number;
  heardAt: number;
  frames: number;
  readings: number;
  forget(): void;
}

/** Calls `renew` when the open socket seems to be deaf. */
export function hearing(clock: Clock, renew: () => void): Hearing {
  let life: Life | undefined;
  let fruitless = 0;
  let renewedAt = 0;

  function suspect(): void {
    const patience = Math.min(longestPatienceMs, firstPatienceMs * 2 ** (fruitless - 1));
    if (fruitless > 0 && clock.now() - renewedAt < patience) return;
    fruitless++;
    renewedAt = clock.now();
    renew();
  }

  return {
    opened() {
      const now = clock.now();
      life = { openedAt: now, heardAt: now, frames: 0, readings: 0, forget: () => undefined };
    },
    closed() {
      life?.forget();
      life = undefined;
    },
    heard() {
      if (life === undefined) return;
      life.heardAt = clock.now();
      life.frames++;
      life.readings = 0;
      if (life.heardAt - life.openedAt > greetingMs) fruitless = 0;
    },
    submitting() {
      const mine = life;
      const before = mine?.frames;
      return () => {
        if (mine === undefined || mine !== life || mine.frames !== before) return;
        mine.forget();
        mine.forget = clock.after(announcementMs, () => {
          if (mine === life && mine.frames === before) suspect();
        });
      };
    },
    runs() {
      if (life === undefined) return;
      life.readings++;
      if (life.readings >= silentReadings && clock.now() - life.heardAt >= silentMs) suspect();
    },
  };
}
