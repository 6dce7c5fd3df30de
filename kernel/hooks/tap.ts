// A registered tap: its order, its filter, and how its handler is obtained.

import type { Awaitable } from "../contract/values.js";
import type { Band, HookName, Phase } from "../contract/hook-names.js";
import type { Handler } from "../contract/hooks.js";

export interface Tap {
  readonly hook: HookName;
  /** The plugin's id, or `host`. */
  readonly owner: string;
  /** The folder of the plugin, which is searched for the source of an error. */
  readonly folder?: string | undefined;
  /** Name of the handler. */
  readonly handler: string;
  readonly place: Band | Phase;
  readonly after: readonly string[];
  readonly when: Readonly<Record<string, unknown>>;
  /** The time limit of the handler in milliseconds, at most the limit of the hook. */
  readonly timeoutMs: number;
  /** Returns the handler; imports the plugin on first use. */
  readonly resolve: () => Awaitable<Handler>;
  /** The handler, if it is already loaded. */
  readonly loadedHandler?: Handler | undefined;
  /** Aborted when the owner is disposed. */
  readonly disposed?: AbortSignal;
}
