// A quota in words. Pure.

import type { Quota } from "./api.gen.js";

/** The limits in words; empty without any. */
export function quotaText({
  waiting,
  unfinished,
  running,
  submissionsPerMinute,
  priorities,
}: Quota = {}): string {
  const limits = [
    [waiting, "waiting"],
    [unfinished, "waiting or running"],
    [running, "running at the same time"],
    [submissionsPerMinute, "submissions in a minute"],
  ] as const;
  const texts = limits.flatMap(([limit, noun]) => (limit === undefined ? [] : [`${limit} ${noun}`]));
  return [...texts, ...(priorities === undefined ? [] : [`priority ${priorities.join(" or ")}`])].join(", ");
}
