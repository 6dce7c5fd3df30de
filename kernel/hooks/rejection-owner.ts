// Attributes unhandled rejections, for hosts that ask for it: handlers run inside an AsyncLocalStorage that names
// plugin and hook.

import { AsyncLocalStorage } from "node:async_hooks";
import type { HookName } from "../contract/hook-names.js";

/** The plugin whose code runs. */
export interface RunningOwner {
  /** Id of the plugin. */
  readonly plugin: string;
  /** The hook that the plugin ran in, or `load` for its import and set-up. */
  readonly hook: HookName | "load";
}

const storage = new AsyncLocalStorage<RunningOwner>();

/**
 * Runs `work`; if `isAttributed`, so that `runningOwner()` is its owner, also in later callbacks. After the first such
 * call, every promise of the process is slower (on Node 20 and 22), so hosts must enable this explicitly.
 */
export const runAttributed = <T>(isAttributed: boolean, owner: RunningOwner, work: () => T): T =>
  isAttributed ? storage.run(owner, work) : work();

/** The owner in an `unhandledRejection` or `uncaughtException` handler of the process. */
export const runningOwner = (): RunningOwner | undefined => storage.getStore();
