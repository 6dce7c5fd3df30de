// The faults that strike inside a run: what the worker is told to suffer, and how it does. Pauses are given in.

/** Part of a run's order; survives structured cloning. */
export interface RunFaults {
  /** Milliseconds that every sampler step takes longer. */
  readonly stepMs?: number;
  /** One node that is silent before it begins; without a class, the first that runs. */
  readonly silence?: { readonly ms: number; readonly classType?: string };
  /** One node that raises in place of running; without a class, the first that runs. */
  readonly raise?: {
    readonly exceptionType: string;
    readonly message: string;
    readonly classType?: string;
  };
}

export interface RunSuffering {
  /** After the node was announced, before it begins; may pause, may throw what the node is to raise. */
  beforeNode(classType: string): void;
  /** Before a step is reported; may pause. */
  beforeStep(): void;
}

/** Blocks the thread for milliseconds; `step`: an interrupt ends it, `load`: nothing does, as when a model loads. */
export type Pause = (ms: number, during: "step" | "load") => void;

export function sufferInRun(faults: RunFaults | undefined, pause: Pause): RunSuffering {
  let { silence, raise } = faults ?? {};
  return {
    beforeNode(classType) {
      if (silence && (silence.classType ?? classType) === classType) {
        const { ms } = silence;
        silence = undefined;
        pause(ms, "load");
      }
      if (raise && (raise.classType ?? classType) === classType) {
        const { exceptionType, message } = raise;
        raise = undefined;
        throw Object.assign(new Error(message), { name: exceptionType });
      }
    },
    beforeStep() {
      if (faults?.stepMs !== undefined) pause(faults.stepMs, "step");
    },
  };
}

/** `flag` is 1 once the run is interrupted, and notified then. */
export function pauseOn(flag: Int32Array): Pause {
  const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return (ms, during) => void Atomics.wait(during === "step" ? flag : never, 0, 0, ms);
}
