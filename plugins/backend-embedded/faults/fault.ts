// What can go wrong on purpose: a closed union. `forms.ts` says the same as data, `table.ts` says what each one does.

/** Milliseconds. */
type Ms = number;

interface Counted {
  /** How often it strikes; without it every time. */
  readonly times?: number;
}

export type Fault = Counted &
  (
    | { readonly kind: "late-reply"; readonly ms: Ms; readonly queuedLate?: boolean }
    | { readonly kind: "early-events" }
    | { readonly kind: "drop-socket"; readonly afterFrames: number }
    | { readonly kind: "refuse"; readonly ms: Ms; readonly afterFrames?: number }
    | { readonly kind: "half-open"; readonly afterFrames: number }
    | { readonly kind: "slow-steps"; readonly ms: Ms }
    | { readonly kind: "silence"; readonly ms: Ms; readonly classType?: string }
    | { readonly kind: "node-error"; readonly classType?: string; readonly message?: string }
    | { readonly kind: "out-of-memory"; readonly classType?: string }
    | { readonly kind: "lost-history" }
    | { readonly kind: "late-history"; readonly ms: Ms }
    | { readonly kind: "restart"; readonly downMs: Ms; readonly afterFrames?: number }
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
    | { readonly kind: "slow-object-info"; readonly ms: Ms }
    | { readonly kind: "missing-class"; readonly classType: string }
    | { readonly kind: "old-server" }
  );

export type FaultKind = Fault["kind"];
export type FaultOf<K extends FaultKind> = Extract<Fault, { readonly kind: K }>;

/** How a test changes what goes wrong while the server runs. */
export interface FaultControl {
  /** Replaces all faults; throws an `InvalidFaultsError` for what is none, and then nothing has changed. */
  set(faults: readonly Fault[]): void;
  clear(): void;
  /** Those that are still to strike, `times` counted down. */
  list(): readonly Fault[];
}
