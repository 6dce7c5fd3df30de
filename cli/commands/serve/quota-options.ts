// The options for the quota of a token.

import type { Quota } from "@pictor/client";
import { parsePriority } from "../../generation-request/priority-option.js";
import { parseWholeNumber } from "../../input/whole-number.js";

export interface QuotaOptions {
  readonly waiting?: string;
  readonly unfinished?: string;
  readonly running?: string;
  readonly submissionsPerMinute?: string;
  readonly priority?: readonly string[];
}

const limits = [
  ["waiting", "--waiting"],
  ["unfinished", "--unfinished"],
  ["running", "--running"],
  ["submissionsPerMinute", "--submissions-per-minute"],
] as const;

/** Throws a UsageError. */
export function parseQuota(options: QuotaOptions): Quota {
  const hint = "Leave the option out for the limit of the configuration.";
  const numbers = limits.flatMap(([name, option]) => {
    const text = options[name];
    const number = { option, fallback: 1, min: 1, max: 1_000_000, hint };
    return text === undefined ? [] : [[name, parseWholeNumber(text, number)] as const];
  });
  const priorities = [...new Set((options.priority ?? []).flatMap((text) => parsePriority(text) ?? []))];
  return { ...Object.fromEntries(numbers), ...(priorities.length > 0 && { priorities }) };
}
