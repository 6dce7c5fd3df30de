// Reduces the options of a call to those that apply to the calls inside it.

import type { CallOptions } from "@pictor/kernel/plugin";

/** Keeps only the signal; other options (such as progress callbacks) belong to the outer call alone. */
export const signalOnly = ({ signal }: { readonly signal?: AbortSignal | undefined } = {}): CallOptions =>
  signal === undefined ? {} : { signal };
