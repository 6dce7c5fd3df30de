// @pictor/features/quotas: how much one owner may ask for.

export {
  countsPrompts,
  decideQuota,
  isPriorityAllowed,
  minuteMs,
  quotaOf,
  usualPriority,
  type CountedLimit,
  type OwnerUsage,
  type QuotaDecision,
} from "./decide-quota.js";
