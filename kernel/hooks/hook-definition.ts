// The types that describe a hook. The engine knows no hook by its name; the definitions are in `five-hooks.ts`.

import type { Mismatch } from "../base/errors/shapes.js";
import type { Band, HookName, Phase } from "../contract/hook-names.js";

/** How the values of a waterfall are checked and frozen. */
export interface ValueRules {
  /** What errors call such a value. */
  readonly noun: string;
  /** What is wrong with the result of a handler that was called with `before`; undefined if nothing is. */
  check(result: unknown, before: unknown): Mismatch | undefined;
  /** Freezes a value, so that no handler changes it in place. */
  freeze<Value>(value: Value): Value;
}

/** Each handler receives the value that the handler before it returned. */
export interface WaterfallShape {
  readonly kind: "waterfall";
  /** When a handler fails: `fail` ends the call, `isolate` keeps the last good value and reports a problem. */
  readonly onFailure: "fail" | "isolate";
  readonly value: ValueRules;
}

/** How the handlers of a hook work together. */
export type HookShape =
  | WaterfallShape
  /** The first veto ends the call. */
  | { readonly kind: "gate" }
  /** Handlers are called synchronously, and return nothing. */
  | { readonly kind: "observers" };

export interface HookDefinition {
  readonly name: HookName;
  /** Whether `places` are bands or phases. */
  readonly placeKind: "band" | "phase";
  /** Bands or phases, in the order in which they run; the same as in the schema of the manifest. */
  readonly places: readonly (Band | Phase)[];
  /** The band or phase of a host's tap that names none. */
  readonly defaultPlace: Band | Phase;
  /**
   * Time limit for one handler in milliseconds. The limit of a gate counts inactivity: progress restarts the time, and a
   * question to the user suspends it. 0 for observers, which are synchronous.
   */
  readonly limitMs: number;
  readonly shape: HookShape;
}
