// Options of a call reduced to what is passed on to another call.

import type { CallOptions } from "@pictor/kernel/plugin";

/** The signal alone: other options of the caller (such as progress callbacks) mean nothing to the inner call. */
export const signalOnly = ({ signal }: { readonly signal?: AbortSignal | undefined } = {}): CallOptions =>
  signal === undefined ? {} : { signal };
