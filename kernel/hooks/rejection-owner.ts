// Attributes unhandled rejections: handlers run inside an AsyncLocalStorage that names plugin and hook.

import { AsyncLocalStorage } from "node:async_hooks";
import type { HookName } from "../contract/hook-names.js";

/** The plugin whose code an error comes from. */
export interface RejectionOwner {
  /** Id of the plugin. */
  readonly plugin: string;
  /** The hook that the plugin ran in, or `load` for its import and set-up. */
  readonly hook: HookName | "load";
}

const storage = new AsyncLocalStorage<RejectionOwner>();

/**
 * Runs `work` so that `rejectionOwner()` names its owner, also in later callbacks. After the first such call, every
 * promise of the process is slower (on Node 20 and 22), so hosts must enable this explicitly.
 */
export const runAttributed = <T>(owner: RejectionOwner, work: () => T): T => storage.run(owner, work);

/** Call this in the `unhandledRejection` or `uncaughtException` handler of the process. */
export const rejectionOwner = (): RejectionOwner | undefined => storage.getStore();
