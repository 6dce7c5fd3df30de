// Faults of the port and of what the server remembers of its sockets.
import type { FaultOf } from "./fault.js";
import type { Behaviour } from "./hooks.js";

/** At once (no count on either side), or in place of the next frame. */
const isDue = (afterFrames: number | undefined, framesOfRun: number | undefined): boolean =>
  afterFrames === undefined ? framesOfRun === undefined : framesOfRun === afterFrames;

export const refuse: Behaviour<FaultOf<"refuse">> = {
  outage: ({ ms, afterFrames }, framesOfRun) =>
    isDue(afterFrames, framesOfRun) ? { ms, isKilled: false } : undefined,
};

export const restart: Behaviour<FaultOf<"restart">> = {
  outage: ({ downMs, afterFrames }, framesOfRun) =>
    isDue(afterFrames, framesOfRun) ? { ms: downMs, isKilled: true } : undefined,
};

export const oldCloseUnregisters: Behaviour<FaultOf<"old-close-unregisters">> = { unregister: () => true };
