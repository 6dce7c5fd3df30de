// What Redis knows about owners that decides whether their prompts begin.

import type { OwnerState } from "@pictor/farm";
import type { Keys } from "../redis/keys.js";
import type { Redis } from "../redis/redis.js";

/** Reads owners by their names. Rejects as Redis does. */
export async function readOwners(
  redis: Redis,
  keys: Keys,
  owners: readonly string[],
): Promise<ReadonlyMap<string, OwnerState>> {
  if (owners.length === 0) return new Map();
  const replies = await redis.all(owners.map((owner) => ["sismember", keys.pausedOwners, owner] as const));
  return new Map(
    owners.map((owner, index) => [
      owner,
      { isPaused: replies[index] === 1, running: 0, runningLimit: undefined },
    ]),
  );
}

/** Rejects as Redis does. */
export async function readOwner(redis: Redis, keys: Keys, owner: string): Promise<OwnerState> {
  const found = (await readOwners(redis, keys, [owner])).get(owner);
  return found ?? { isPaused: false, running: 0, runningLimit: undefined };
}

/** The owners that a person has paused. */
export const readPaused = async (redis: Redis, keys: Keys): Promise<ReadonlySet<string>> =>
  new Set((await redis.run("smembers", keys.pausedOwners)) as readonly string[]);
