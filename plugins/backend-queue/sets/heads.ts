// Where prompts wait: a sorted set of the queues by the turn of the prompt that was taken or added last, so that a
// worker finds the next one with one command, however many queues there are. A queue in which nothing waits has the
// score +inf.
//
// A prompt is added before its queue is marked. A worker that finds a queue empty marks it so first, and then looks
// once more. So no prompt is overlooked, except while a process ends in between: the upkeep then finds it.

import type { Session } from "../base/session.js";
import type { Command } from "../redis/packages.js";
import type { Keys } from "../redis/keys.js";
import { bullPriority, turnOf, type Turn } from "../protocol/rounds.js";
import type { SetId } from "../bull/jobs.js";

type Place = Pick<Session, "connection" | "keys">;

/** Reads the queues in which prompts may wait, with the turns of their first prompts. */
export async function readHeads({ connection, keys }: Place): Promise<ReadonlyMap<SetId, Turn>> {
  const reply = await connection.run("zrangebyscore", keys.heads, "-inf", "(+inf", "WITHSCORES");
  const entries = reply as readonly string[];
  const heads = new Map<SetId, Turn>();
  for (let at = 0; at < entries.length; at += 2)
    heads.set(entries[at] ?? "", turnOf(Number(entries[at + 1])));
  return heads;
}

/** All queues that have jobs. */
export const readSets = async ({ connection, keys }: Place): Promise<readonly SetId[]> =>
  (await connection.run("zrange", keys.heads, 0, -1)) as readonly SetId[];

/** Notes that no prompt waits in a queue. */
export const markEmpty = (keys: Keys, set: SetId): Command => ["zadd", keys.heads, "XX", "+inf", set];

/** Notes the turn of the prompt that was taken from a queue: those behind it are not earlier. */
export const markServed = (keys: Keys, set: SetId, turn: Turn): Command => [
  "zadd",
  keys.heads,
  "XX",
  bullPriority(turn),
  set,
];

/** Wakes one worker that waits for prompts of a queue. */
export const wakeFor = (keys: Keys, set: SetId): Command => ["zadd", keys.ready(set), 0, "0"];

/**
 * Notes that a prompt waits in a queue. If the queue was empty, one worker is woken; otherwise all that can serve it
 * are busy, and look by themselves. Resolves to whether the queue was not known any more, as far as its description is
 * given.
 */
export async function markWaiting(
  { connection, keys }: Place,
  set: SetId,
  turn: Turn,
  description?: string,
): Promise<boolean> {
  const changed = await connection.run("zadd", keys.heads, "LT", "CH", bullPriority(turn), set);
  if (changed !== 1) return false;
  const described = description === undefined ? [] : [["hsetnx", keys.needs, set, description] as const];
  const [, isNew] = await connection.all([wakeFor(keys, set), ...described]);
  return isNew === 1;
}

/** Notes a new queue, in which nothing waits yet. Resolves to whether it is new. */
export async function register(
  { connection, keys }: Place,
  set: SetId,
  description: string,
): Promise<boolean> {
  const [isNew] = await connection.all([
    ["hsetnx", keys.needs, set, description],
    ["zadd", keys.heads, "NX", "+inf", set],
  ]);
  return isNew === 1;
}

/** Drops a queue and its description, unless a prompt waits in it by now. */
const dropHead = `if redis.call("ZSCORE", KEYS[1], ARGV[1]) ~= "inf" then return 0 end
redis.call("ZREM", KEYS[1], ARGV[1])
redis.call("HDEL", KEYS[2], ARGV[1])
redis.call("DEL", KEYS[3])
redis.call("ZADD", KEYS[4], ARGV[2], ARGV[1])
return 1`;

/** Notes that a queue has no jobs, unless a prompt waits in it by now. */
export const retire = ({ connection, keys, clock }: Session, set: SetId): Promise<unknown> =>
  connection.run(
    "eval",
    dropHead,
    4,
    keys.heads,
    keys.needs,
    keys.ready(set),
    keys.retired,
    set,
    clock.now(),
  );
