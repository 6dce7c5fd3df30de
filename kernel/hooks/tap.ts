// A tap inside the kernel: where it stands, when it takes part, and how its handler is obtained.

import type { Awaitable, Band, Handler, HookName, Phase } from "./types.js";

export interface Tap {
  readonly hook: HookName;
  /** Plugin id, or `host`. */
  readonly owner: string;
  /** The plugin's own, where what it throws is looked for. */
  readonly folder?: string | undefined;
  /** Name of the handler. */
  readonly handler: string;
  readonly place: Band | Phase;
  readonly after: readonly string[];
  readonly when: Readonly<Record<string, unknown>>;
  /** Milliseconds; the hook's own limit, or less. */
  readonly timeoutMs: number;
  /** The handler itself; a plugin is imported here on first use. */
  readonly resolve: () => Awaitable<Handler>;
  /** Present when it needs no loading, or is loaded by now. */
  readonly ready?: Handler | undefined;
  /** Aborted when the owner is disposed. */
  readonly disposed?: AbortSignal;
}

/**
 * Limits of one handler in milliseconds. The gate's runs only while nothing happens: progress starts it anew and a
 * question to a person stops it.
 */
export const limits: Readonly<Record<HookName, number>> = {
  beforeSend: 30_000,
  buildWorkflow: 10_000,
  beforeFirstBatch: 600_000,
  onEvent: 0,
  afterOutput: 60_000,
};
