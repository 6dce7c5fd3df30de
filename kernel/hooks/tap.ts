// A tap inside the kernel: where it stands, when it takes part, and how its handler is obtained.

import type { Awaitable } from "../contract/values.js";
import type { Band, HookName, Phase } from "../contract/hook-names.js";
import type { Handler } from "../contract/hooks.js";

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
