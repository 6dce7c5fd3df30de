// The kinds of faults that a server can simulate. `descriptions.ts` describes each one, `behaviors.ts` implements it.

interface Counted {
  /** How many times the fault happens; without it, every time. */
  readonly times?: number;
}

/** `ms` and `downMs` are milliseconds; `afterFrames` is a number of WebSocket frames of one run. */
export type Fault = Counted &
  (
    | { readonly kind: "late-reply"; readonly ms: number; readonly queuedLate?: boolean }
    | { readonly kind: "early-events" }
    | { readonly kind: "drop-socket"; readonly afterFrames: number }
    | { readonly kind: "refuse"; readonly ms: number; readonly afterFrames?: number }
    | { readonly kind: "half-open"; readonly afterFrames: number }
    | { readonly kind: "slow-steps"; readonly ms: number }
    | { readonly kind: "silence"; readonly ms: number; readonly classType?: string }
    | { readonly kind: "node-error"; readonly classType?: string; readonly message?: string }
    | { readonly kind: "out-of-memory"; readonly classType?: string }
    | { readonly kind: "lost-history" }
    | { readonly kind: "late-history"; readonly ms: number }
    | { readonly kind: "restart"; readonly downMs: number; readonly afterFrames?: number }
    | { readonly kind: "dead-worker" }
    | { readonly kind: "duplicate-events" }
    | { readonly kind: "wrong-order" }
    | {
        readonly kind: "status";
        readonly status: number;
        readonly route?: string;
        readonly method?: string;
        readonly queued?: boolean;
      }
    | { readonly kind: "slow-view"; readonly bytesPerSecond: number }
    | { readonly kind: "truncated-view"; readonly bytes: number }
    | { readonly kind: "view-gone" }
    | { readonly kind: "old-close-unregisters" }
    | { readonly kind: "nan" }
    | { readonly kind: "slow-object-info"; readonly ms: number }
    | { readonly kind: "missing-class"; readonly classType: string }
    | { readonly kind: "old-server" }
    | { readonly kind: "new-server" }
  );

export type FaultKind = Fault["kind"];
export type FaultOf<K extends FaultKind> = Extract<Fault, { readonly kind: K }>;

/** Changes the faults of a running server. */
export interface FaultControl {
  /** Replaces all faults. Throws an `InvalidFaultsError` for invalid ones, and then changes nothing. */
  set(faults: readonly Fault[]): void;
  clear(): void;
  /** The faults that can still happen, with `times` counted down. */
  list(): readonly Fault[];
}
