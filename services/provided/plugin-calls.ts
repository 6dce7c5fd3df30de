// Calls a function that a plugin provides: names the plugin in its errors, checks the result, and limits the time.

import {
  fault,
  foundIn,
  PictorError,
  raceAbort,
  reasonOf,
  sourceLocation,
  withTimeout,
  type Awaitable,
  type Check,
  type HookHost,
  type Mismatch,
} from "@pictor/kernel";

export interface PluginOwner {
  readonly plugin: string;
  /** The folder of the plugin's files; errors name the line in them. */
  readonly folder?: string | undefined;
}

export interface CallRules {
  readonly check: Check;
  /** Milliseconds after which the call fails. Default: no limit. */
  readonly limitMs?: number;
  /** If it is aborted, the error of the call is passed on unchanged. */
  readonly signal?: AbortSignal | undefined;
}

/** Calls `work` at once; an exception becomes a rejection. */
const started = <T>(work: () => Awaitable<T>): Promise<T> => new Promise((resolve) => resolve(work()));

export function createPluginCalls(
  { plugin, folder }: PluginOwner,
  { clock, redact }: Pick<HookHost, "clock" | "redact">,
) {
  const invalid = (where: string, mismatch: Mismatch): PictorError => {
    const { expected } = mismatch;
    return fault("PLUGIN_VALUE_INVALID", { plugin, where, found: redact(foundIn(mismatch)), expected });
  };
  const checked = <T>(where: string, value: T, check: Check): T => {
    const mismatch = check(value);
    if (mismatch === undefined) return value;
    throw invalid(where, mismatch);
  };
  const failure = (where: string, thrown: unknown, signal?: AbortSignal): unknown => {
    if (thrown instanceof PictorError || signal?.aborted === true) return thrown;
    const reason = redact(reasonOf(thrown)) + sourceLocation(folder, thrown);
    return fault("PLUGIN_CALL_FAILED", { plugin, where, reason }, { cause: thrown });
  };
  return {
    /** The error `PLUGIN_VALUE_INVALID`. */
    invalid,
    /** Returns the value, or throws `PLUGIN_VALUE_INVALID`. */
    checked,
    /** The error to pass on for a value that the plugin has thrown. */
    failure,
    /** Calls `work`. Rejects with a `PictorError` of the plugin, unchanged, or with `PLUGIN_...`. */
    async call<T>(
      where: string,
      work: () => Awaitable<T>,
      { check, limitMs, signal }: CallRules,
    ): Promise<T> {
      let value: T;
      try {
        if (limitMs === undefined) value = await work();
        else
          value = await withTimeout(clock, limitMs, raceAbort(signal, started(work)), () => {
            throw fault("PLUGIN_CALL_TIMEOUT", { plugin, where, timeoutMs: limitMs });
          });
      } catch (thrown) {
        throw failure(where, thrown, signal);
      }
      return checked(where, value, check);
    },
  };
}

export type PluginCalls = ReturnType<typeof createPluginCalls>;
