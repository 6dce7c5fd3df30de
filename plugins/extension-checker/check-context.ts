// What the parts of the check work with: one record, handed down from check.ts.

import type { Lock } from "@pictor/extensions";
import type { BatchPlan, Clock, GateContext } from "@pictor/kernel/plugin";
import type { Config } from "./settings.gen.js";

export interface Gate {
  readonly plan: BatchPlan;
  readonly context: GateContext;
  readonly clock: Clock;
  readonly config: Config;
  /** What a person has accepted as it is, while this plugin lives: it is not asked about again. */
  readonly accepted: Set<string>;
  /** Places of what this check has written into the lock file, and the lock file before. */
  readonly written: Map<string, Lock>;
}
