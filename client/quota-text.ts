// A quota in words. Pure.

import type { Quota } from "./api.gen.js";

const limits = [
  ["waiting", "waiting"],
  ["unfinished", "waiting or running"],
  ["running", "running at once"],
  ["submissionsPerMinute", "submissions in a minute"],
] as const;

/** The limits in words; empty without any. */
export function quotaText(quota: Quota = {}): string {
  const texts = limits.flatMap(([name, noun]) =>
    quota[name] === undefined ? [] : [`${quota[name]} ${noun}`],
  );
  const { priorities } = quota;
  return [...texts, ...(priorities ? [`priority ${priorities.join(" or ")}`] : [])].join(", ");
}
