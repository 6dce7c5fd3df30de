// A registered tap: its order, its filter, and how its handler is obtained.

import type { Awaitable } from "../contract/values.js";
import type { HookName } from "../contract/hook-names.js";
import type { ChainEntry, Handler } from "../contract/hooks.js";

export interface Tap extends ChainEntry {
  readonly hook: HookName;
  /** The folder of the plugin, which is searched for the source of an error. */
  readonly folder?: string | undefined;
  /** Returns the handler; imports the plugin on first use. */
  readonly resolve: () => Awaitable<Handler>;
  /** The handler, if it is already loaded. */
  readonly loadedHandler?: Handler | undefined;
  /** Aborted when the owner is disposed. */
  readonly disposed?: AbortSignal;
}
