// The change of a quota by a form. Pure.

import type { Quota } from "@pictor/client";
import { priorities, type Priority } from "../../draft/draft.js";

export const countedLimits = [
  ["waiting", "Prompts that wait"],
  ["unfinished", "Prompts that wait or run"],
  ["running", "Prompts that run at the same time"],
  ["submissionsPerMinute", "Submissions per minute"],
] as const;

/** A limit that was emptied is left out, so that the one of the configuration counts. */
export function withLimit(
  quota: Quota,
  name: (typeof countedLimits)[number][0],
  value: number | undefined,
): Quota {
  const { [name]: _before, ...rest } = quota;
  return value === undefined || !(value >= 1) ? rest : { ...rest, [name]: Math.floor(value) };
}

/** All priorities together, or none, are no limit. */
export function withPriority(
  { priorities: before = [...priorities], ...rest }: Quota,
  priority: Priority,
  isAllowed: boolean,
): Quota {
  const after = priorities.filter((each) => (each === priority ? isAllowed : before.includes(each)));
  return after.length === priorities.length || after.length === 0 ? rest : { ...rest, priorities: after };
}
