// The context of one check, which all of its parts share.

import type { Lock } from "@pictor/extensions";
import type { BatchPlan, Clock, GateContext } from "@pictor/kernel/plugin";
import type { Config } from "./settings.gen.js";

export interface Gate {
  readonly plan: BatchPlan;
  readonly context: GateContext;
  readonly clock: Clock;
  readonly config: Config;
  /** Steps that the user has accepted without a change. They are not asked about again while the plugin is loaded. */
  readonly accepted: Set<string>;
  /** The earlier lock file by place, for each extension that this check has written into it. */
  readonly lockedByCheck: Map<string, Lock>;
}
