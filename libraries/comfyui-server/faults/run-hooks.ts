// Applies the faults of one run inside the worker thread.
import type { RunHooks } from "@pictor/comfyui-graph";

/** Faults of one run. The record is sent to the worker thread, so it survives structured cloning. */
export interface RunFaults {
  /** Milliseconds that each sampler step takes longer. */
  readonly stepMs?: number;
  /** One node waits before it runs: the first of `classType`, or without one the first node. */
  readonly silence?: { readonly ms: number; readonly classType?: string };
  /** One node raises an exception instead of running: the first of `classType`, or without one the first node. */
  readonly raise?: {
    readonly exceptionType: string;
    readonly message: string;
    readonly classType?: string;
  };
}

/** Blocks the worker thread for `ms`. An interrupt ends the wait of a `step`, but not of a `load`: models load to the end. */
export type BlockThread = (ms: number, during: "step" | "load") => void;

export function runHooksFor(faults: RunFaults | undefined, block: BlockThread): RunHooks {
  let { silence, raise } = faults ?? {};
  return {
    beforeNode(classType) {
      if (silence && (silence.classType ?? classType) === classType) {
        const { ms } = silence;
        silence = undefined;
        block(ms, "load");
      }
      if (raise && (raise.classType ?? classType) === classType) {
        const { exceptionType, message } = raise;
        raise = undefined;
        throw Object.assign(new Error(message), { name: exceptionType });
      }
    },
    beforeStep() {
      if (faults?.stepMs !== undefined) block(faults.stepMs, "step");
    },
  };
}

/** `interruptFlag` holds 1 once the run is interrupted; its waiters are notified then. */
export function createBlockThread(interruptFlag: Int32Array): BlockThread {
  const neverSet = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return (ms, during) => void Atomics.wait(during === "step" ? interruptFlag : neverSet, 0, 0, ms);
}
