// Caches a value that is read from the server until a restart; concurrent callers share one request.

import type { CallOptions } from "@pictor/kernel/plugin";
import { createAbortableFlight } from "../base/abortable-flight.js";
import type { RemoteServer } from "./requests.js";
import { mayHaveRestarted, type RestartSigns } from "./restart-signs.js";

export interface CachedReading<Value> {
  /** Returns the cached value, or reads it now. */
  get(options?: CallOptions): Promise<Value>;
  /** Reads the value now; concurrent callers share the request. */
  read(options?: CallOptions): Promise<Value>;
  /** The value of the last reading, however old; undefined before the first one. */
  latest(): Value | undefined;
}

export interface CacheOptions<Value> {
  /** A value that is already known. */
  readonly initial?: Value | undefined;
  /** Whether a cached value may still be returned. Default: always, until the server may have been restarted. */
  readonly isUsable?: (value: Value) => boolean;
}

/** Caches a reading. Failed readings are not cached. */
export function cacheReading<Value>(
  server: Pick<RemoteServer, "restartSigns">,
  read: (signal: AbortSignal) => Promise<Value>,
  { initial, isUsable = () => true }: CacheOptions<Value> = {},
): CachedReading<Value> {
  const flight = createAbortableFlight<Value>();
  let cached: { readonly value: Value; readonly signs: RestartSigns } | undefined =
    initial === undefined ? undefined : { value: initial, signs: { ...server.restartSigns } };
  const readNow = async (signal: AbortSignal): Promise<Value> => {
    const signs = { ...server.restartSigns };
    const value = await read(signal);
    cached = { value, signs };
    return value;
  };
  const readShared = (options?: CallOptions): Promise<Value> => flight("", readNow, options);
  return {
    read: readShared,
    latest: () => cached?.value,
    async get(options) {
      options?.signal?.throwIfAborted();
      const isCurrent = cached !== undefined && !mayHaveRestarted(cached.signs, server.restartSigns);
      if (cached !== undefined && isCurrent && isUsable(cached.value)) return cached.value;
      return readShared(options);
    },
  };
}
