// The rules of auth schemes, in the order of their report.

import type { Rule } from "../rule.js";
import { actionRules } from "./actions.js";
import { blankFieldRules } from "./blank-fields.js";
import { challengeRules } from "./challenges.js";
import { firstRequestRules } from "./first-request.js";
import { keptRequestRules } from "./kept-request.js";
import { repeatedRules } from "./repeated.js";
import { secretRules } from "./secrets.js";
import { settingsApartRules } from "./settings-apart.js";
import { unusualTextRules } from "./unusual-texts.js";

export const authRules: readonly Rule[] = [
  ...firstRequestRules,
  ...blankFieldRules,
  ...keptRequestRules,
  ...repeatedRules,
  ...settingsApartRules,
  ...unusualTextRules,
  ...challengeRules,
  ...secretRules,
  ...actionRules,
];
