// Applies the faults of one run inside the worker thread.
import type { RunHooks } from "@pictor/comfyui-graph";

/** The faults of a run, as a record that survives structured cloning, because it is sent to the worker thread. */
export interface RunFaults {
  /** Milliseconds that each sampler step takes longer. */
  readonly stepMs?: number;
  /** Makes one node wait before it runs: the first of `classType`, or without `classType` the first of all. */
  readonly silence?: { readonly ms: number; readonly classType?: string };
  /** Makes one node raise an exception instead of running: the first of `classType`, or without `classType` the first of all. */
  readonly raise?: { readonly exceptionType: string; readonly message: string; readonly classType?: string };
}

/**
 * Blocks the worker thread. An interrupt ends the wait of a sampler `step`, but not the wait of a model `load`, because
 * loading has no steps.
 */
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

/** `interruptFlag` is set to 1, and its waiters are notified, when the run is interrupted. */
export function createBlockThread(interruptFlag: Int32Array): BlockThread {
  const neverSet = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return (ms, during) => void Atomics.wait(during === "step" ? interruptFlag : neverSet, 0, 0, ms);
}
