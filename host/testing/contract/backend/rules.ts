// The rules of backends, in the order in which they are reported.

import type { Rule } from "../rule.js";
import { cancelRules } from "./cancelling.js";
import { catalogRules } from "./catalogs.js";
import { closingRules } from "./closing.js";
import { connectionRules } from "./connections.js";
import { eventRules } from "./events.js";
import { lossRules } from "./losing.js";
import { recordRules } from "./records.js";
import { runningRules } from "./running.js";
import { unknownRules } from "./unknown.js";
import { uploadRules } from "./uploads.js";

export const backendRules: readonly Rule[] = [
  ...runningRules,
  ...eventRules,
  ...cancelRules,
  ...lossRules,
  ...unknownRules,
  ...uploadRules,
  ...catalogRules,
  ...recordRules,
  ...connectionRules,
  ...closingRules,
];
