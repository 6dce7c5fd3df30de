// The context of one check, which all of its parts share.

import type { Lock } from "@pictor/extensions";
import type { BatchPlan, Clock, GateContext } from "@pictor/kernel/plugin";
import type { Config } from "./settings.gen.js";

export interface Gate {
  readonly plan: BatchPlan;
  readonly context: GateContext;
  readonly clock: Clock;
  readonly config: Config;
  /**
   * Keys of steps that the user accepted without a change. While the plugin is loaded, the user is not asked about them
   * again.
   */
  readonly accepted: Set<string>;
  /** The earlier lock file for each extension that this check has written into the lock file, by the place of the extension. */
  readonly lockedByCheck: Map<string, Lock>;
  /** Called after the user has agreed to changes and before the first of them. */
  readonly beforeChanges?: () => Promise<void>;
}
