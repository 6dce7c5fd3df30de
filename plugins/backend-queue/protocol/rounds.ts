// Fair turns: the priority in BullMQ's queue that a prompt gets, from its priority and the rounds of its owner.

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

export interface BullTurn {
  /** Index in `priorities`. */
  readonly priority: number;
  readonly round: number;
}

/** BullMQ's priority: 1 and more, the smallest first. */
export const bullPriority = ({ priority, round }: BullTurn): number =>
  priority * classSize + Math.min(Math.max(1, round), classSize - 1);

/** The turn of a score in BullMQ's sorted set: the priority times 2^32, and a counter. */
export function turnOfScore(score: number): BullTurn {
  const bull = Math.floor(score / 2 ** 32);
  const priority = Math.min(priorities.length - 1, Math.floor(bull / classSize));
  return { priority, round: bull - priority * classSize };
}

/** Takes the next round of an owner. */
export async function takeRound(
  redis: Redis,
  keys: Keys,
  owner: string | undefined,
  priority: Priority = "normal",
): Promise<BullTurn> {
  const index = priorities.indexOf(priority);
  const key = keys.rounds(index);
  const [reached, current] = await redis.all([
    ["zincrby", key, 1, ownerMember(owner)],
    ["zscore", key, currentMember],
    ["expire", key, roundsSeconds],
  ]);
  const round = nextRound(Number(current ?? 0), Number(reached) - 1);
  // An owner that comes back starts in the round that is being served.
  if (round > Number(reached)) await redis.run("zadd", key, "GT", round, ownerMember(owner));
  return { priority: index, round };
}

/** Notes that a prompt of this round is being served. */
export const serveRound = (keys: Keys, { priority, round }: BullTurn): Command => [
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
