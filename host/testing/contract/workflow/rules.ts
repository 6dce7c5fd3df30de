// The rules of workflows and features, in the order in which they are reported.

import type { Rule } from "../rule.js";
import { buildingRules } from "./building.js";
import { combiningRules } from "./combining.js";

export const workflowRules: readonly Rule[] = [...buildingRules, ...combiningRules];
