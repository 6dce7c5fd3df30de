// Fair turns: the priority in BullMQ that a prompt gets, from its priority and the rounds of its owner.

import { priorities, type Priority } from "@pictor/kernel/plugin";
import { nextRound } from "@pictor/farm";
import type { Command } from "../redis/packages.js";
import { roundsSeconds, type Keys } from "../redis/keys.js";
import type { Redis } from "../redis/redis.js";

/** The member of the sorted set that has the current round. The members of owners begin with another letter. */
const currentMember = "now";
const ownerMember = (owner: string | undefined): string => `o${owner ?? ""}`;

/** BullMQ's priorities are at most 2^21. Rounds beyond the end of a class share its last priority, and are served by arrival. */
const classSize = 699_000;

export interface Turn {
  /** Index in `priorities`. */
  readonly priority: number;
  readonly round: number;
}

/** BullMQ's priority: 1 and more, the smallest first. */
export const bullPriority = ({ priority, round }: Turn): number =>
  priority * classSize + Math.min(Math.max(1, round), classSize - 1);

export function turnOf(bull: number): Turn {
  const priority = Math.min(priorities.length - 1, Math.floor(bull / classSize));
  return { priority, round: bull - priority * classSize };
}

/** Takes the next round of an owner. `isFirst`: the first one for some time, which renews the lifetime of the rounds. */
export async function takeRound(
  redis: Redis,
  keys: Keys,
  {
    owner,
    priority = "normal",
  }: { readonly owner?: string | undefined; readonly priority?: Priority | undefined },
  isFirst = true,
): Promise<Turn> {
  const index = priorities.indexOf(priority);
  const key = keys.rounds(index);
  const [reached, current] = await redis.all([
    ["zincrby", key, 1, ownerMember(owner)],
    ["zscore", key, currentMember],
    ...(isFirst ? [["expire", key, roundsSeconds] as const] : []),
  ]);
  const round = nextRound(Number(current ?? 0), Number(reached) - 1);
  // An owner that comes back starts in the round that is being served.
  if (round > Number(reached)) await redis.run("zadd", key, "GT", round, ownerMember(owner));
  return { priority: index, round };
}

/** Notes that a prompt of this round is being served. */
export const serveRound = (keys: Keys, { priority, round }: Turn): Command => [
  "zadd",
  keys.rounds(priority),
  "GT",
  round,
  currentMember,
];

/** Forgets the owners who are behind the current round, who would start in it anyway. */
export async function forgetRounds(redis: Redis, keys: Keys): Promise<void> {
  for (const [index] of priorities.entries()) {
    const key = keys.rounds(index);
    const current = await redis.run("zscore", key, currentMember);
    if (typeof current === "string") await redis.run("zremrangebyscore", key, "-inf", `(${current}`);
  }
}
