// Faults that close the port, and a fault that unregisters sockets.
import type { FaultBehavior } from "./behavior.js";
import type { FaultOf } from "./fault.js";

/** Without `afterFrames` an outage starts when the fault is set, otherwise after that number of frames of a run. */
const isDue = (afterFrames: number | undefined, framesOfRun: number | undefined): boolean =>
  afterFrames === undefined ? framesOfRun === undefined : framesOfRun === afterFrames;

export const refuse: FaultBehavior<FaultOf<"refuse">> = {
  outage: ({ ms, afterFrames }, framesOfRun) =>
    isDue(afterFrames, framesOfRun) ? { ms, isRestart: false } : undefined,
};

export const restart: FaultBehavior<FaultOf<"restart">> = {
  outage: ({ downMs, afterFrames }, framesOfRun) =>
    isDue(afterFrames, framesOfRun) ? { ms: downMs, isRestart: true } : undefined,
};

export const oldCloseUnregisters: FaultBehavior<FaultOf<"old-close-unregisters">> = {
  unregisterNewerSocket: () => true,
};
