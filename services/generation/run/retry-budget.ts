// How often and for how long something is tried again while the server is away.

import { type Clock, backoffMs } from "@pictor/kernel";
import { unreachableMs } from "../state/time-limits.js";
import { createStopwatch } from "./stopwatch.js";

export interface PatienceOptions {
  /** Milliseconds after which no further try begins. Default: as long as a server may be away. */
  readonly limitMs?: number;
  /** As long as a pause and a try can take while the computer is awake. Milliseconds. */
  readonly longestRoundMs: number;
}

export interface Patience {
  /** Milliseconds to wait before the next try; undefined when it would be too late by then. */
  nextMs(): number | undefined;
  /** How many pauses there were. */
  pauses(): number;
}

/** It runs from now on. */
export function createPatience(clock: Clock, options: PatienceOptions): Patience {
  const { limitMs = unreachableMs, longestRoundMs } = options;
  const watch = createStopwatch(clock, longestRoundMs);
  let pauses = 0;
  return {
    nextMs() {
      const ms = backoffMs(pauses++);
      return watch.lap() + ms > limitMs ? undefined : ms;
    },
    pauses: () => pauses,
  };
}
