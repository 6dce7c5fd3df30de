// Whether an owner may submit, from its quota and from what it has already. Pure.

import type { Quota } from "@pictor/client";
import type { Priority } from "@pictor/kernel";

/** What an owner has. */
export interface OwnerUsage {
  readonly waiting: number;
  readonly running: number;
  /** When the owner has submitted lately, in milliseconds since 1970, oldest first. */
  readonly submittedAtMs: readonly number[];
}

/** A limit beyond which a submission is refused. Pools and queues see to `running`. */
export type CountedLimit = Exclude<keyof Quota, "priorities" | "running">;

export type QuotaDecision =
  | { readonly kind: "admitted" }
  /** The submission alone has more prompts than the owner may ever have. */
  | { readonly kind: "tooLarge"; readonly of: CountedLimit; readonly limit: number }
  | {
      readonly kind: "reached";
      readonly of: CountedLimit;
      readonly limit: number;
      readonly found: number;
      /** Seconds after which it is worth while to try again. */
      readonly seconds: number;
    };

export const minuteMs = 60_000;

/** Seconds after which a place may be free. How long the prompts of the owner take is not known. */
const retrySeconds = 10;

/** The limits of the token itself count in place of those of all tokens. */
export const quotaOf = (ofAll: Quota = {}, own: Quota = {}): Quota => ({ ...ofAll, ...own });

/** Whether a decision needs the number of prompts. */
export const countsPrompts = ({ waiting, unfinished }: Quota): boolean =>
  waiting !== undefined || unfinished !== undefined;

/** The priority of a submission that names none: `normal`, or else the highest that the owner may choose. */
export const usualPriority = ({ priorities = ["normal"] }: Quota): Priority =>
  (["normal", "high", "low"] as const).find((each) => priorities.includes(each)) ?? "normal";

export const isPriorityAllowed = ({ priorities }: Quota, priority: Priority): boolean =>
  priorities?.includes(priority) ?? true;

/** Whether an owner may submit `prompts` more. */
export function decideQuota(
  quota: Quota,
  { waiting, running, submittedAtMs }: OwnerUsage,
  prompts: number,
  nowMs: number,
): QuotaDecision {
  const counted = [
    ["waiting", waiting],
    ["unfinished", waiting + running],
  ] as const;
  for (const [of, found] of counted) {
    const limit = quota[of];
    if (limit === undefined || found + prompts <= limit) continue;
    if (prompts > limit) return { kind: "tooLarge", of, limit };
    return { kind: "reached", of, limit, found, seconds: retrySeconds };
  }
  const { submissionsPerMinute: limit } = quota;
  if (limit === undefined) return { kind: "admitted" };
  const recent = submittedAtMs.filter((atMs) => atMs > nowMs - minuteMs);
  const first = recent.at(-limit);
  if (first === undefined) return { kind: "admitted" };
  const seconds = Math.max(1, Math.ceil((first + minuteMs - nowMs) / 1000));
  return { kind: "reached", of: "submissionsPerMinute", limit, found: recent.length, seconds };
}
