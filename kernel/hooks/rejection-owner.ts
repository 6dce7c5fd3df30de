// Who is behind an error that nobody awaited: handlers run inside an AsyncLocalStorage that names plugin and hook.

import { AsyncLocalStorage } from "node:async_hooks";
import type { HookName } from "../contract/hook-names.js";

/** Whose code an error comes from. */
export interface RejectionOwner {
  /** Id of the plugin. */
  readonly plugin: string;
  /** The hook in which it ran, or `load` for its import and set-up. */
  readonly hook: HookName | "load";
}

const storage = new AsyncLocalStorage<RejectionOwner>();

/**
 * Runs `work` so that `strayOwner()` names its owner, also later, in the callbacks it leaves behind. From the first such
 * call on every promise of the process costs more (on Node 20 and 22), so a host has to ask for it.
 */
export const runAttributed = <T>(owner: RejectionOwner, work: () => T): T => storage.run(owner, work);

/** To be called in a process's `unhandledRejection` or `uncaughtException` handler. */
export const rejectionOwner = (): RejectionOwner | undefined => storage.getStore();
