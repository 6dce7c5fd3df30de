// How many prompts of each owner wait: counters, so that nobody has to read the prompts. A process that ends in between
// leaves a count that is wrong by one, which the upkeep corrects.

import { countByOwner } from "@pictor/farm";
import type { Command } from "../redis/packages.js";
import type { Keys } from "../redis/keys.js";
import type { Redis } from "../redis/redis.js";
import { ownerOf } from "./job-data.js";

/** Notes that a prompt with this data waits (1), or does not wait any more (-1). */
export const countWaiting = (keys: Keys, data: unknown, by: 1 | -1): Command => [
  "hincrby",
  keys.owners,
  ownerOf(data),
  by,
];

/** The owners whose prompts wait, with how many; an empty name for prompts without an owner. */
export async function readWaiting(redis: Redis, keys: Keys): Promise<ReadonlyMap<string, number>> {
  const counts = (await redis.run("hgetall", keys.owners)) as Readonly<Record<string, string>>;
  return new Map(
    Object.entries(counts).flatMap(([owner, count]) =>
      Number(count) > 0 ? [[owner, Number(count)] as const] : [],
    ),
  );
}

/** The most by which the counters may differ from what BullMQ says: both change while they are read. */
const tolerance = (waiting: number): number => 2 + waiting / 20;

/** Whether the counters have to be written anew, because they do not have `waiting` prompts together. */
export const isWrong = (counts: ReadonlyMap<string, number>, waiting: number): boolean =>
  Math.abs([...counts.values()].reduce((sum, count) => sum + count, 0) - waiting) >
  (waiting === 0 ? 0 : tolerance(waiting));

/** Writes the counters anew, from the data of the jobs that wait. */
export async function recountWaiting(redis: Redis, keys: Keys, data: readonly unknown[]): Promise<void> {
  const fields = [...countByOwner(data.map(ownerOf))].flat();
  await redis.atomically([
    ["del", keys.owners],
    ...(fields.length > 0 ? [["hset", keys.owners, ...fields] as const] : []),
  ]);
}
