// The prompts that wait or run: those whose jobs are in the queues of BullMQ. Their number does not depend on how many have ended.

import type { Keys } from "../redis/keys.js";
import type { Redis } from "../redis/redis.js";

/** The most prompts that one batch of commands asks about. */
const chunk = 500;

export async function openIds(redis: Redis, keys: Keys): Promise<readonly string[]> {
  const sets = (await redis.run("zrange", keys.sets, 0, -1)) as readonly string[];
  if (sets.length === 0) return [];
  const replies = (await redis.all(
    sets.flatMap((set) => [
      ["zrange", keys.queue(set, "prioritized"), 0, -1] as const,
      ["zrange", keys.queue(set, "delayed"), 0, -1] as const,
      ["lrange", keys.queue(set, "wait"), 0, -1] as const,
      ["lrange", keys.queue(set, "active"), 0, -1] as const,
    ]),
  )) as readonly (readonly string[])[];
  return [...new Set(replies.flat())];
}

/** Asks about many prompts in batches. Resolves to the replies for each prompt. */
export async function askEach(
  redis: Redis,
  ids: readonly string[],
  commandsOf: (id: string) => Parameters<Redis["all"]>[0],
): Promise<readonly (readonly unknown[])[]> {
  const found: (readonly unknown[])[] = [];
  for (let from = 0; from < ids.length; from += chunk) {
    const commands = ids.slice(from, from + chunk).map(commandsOf);
    const replies = await redis.all(commands.flat());
    let at = 0;
    for (const { length } of commands) found.push(replies.slice(at, (at += length)));
  }
  return found;
}
