// What Redis knows about owners that decides whether their prompts begin: who is paused, the limits, and the prompts
// that run under a limit.
//
// A worker takes a slot of the owner before it begins a prompt with a limit, and returns it afterwards. A process that
// ends in between leaves its slot behind, which the next process of its name uses for the same prompt, or the upkeep
// returns.

import type { OwnerState } from "@pictor/farm";
import type { Command } from "../redis/packages.js";
import type { Keys } from "../redis/keys.js";
import type { Redis } from "../redis/redis.js";
import { readWaiting } from "./owners.js";

const nobody: OwnerState = { isPaused: false, running: 0, runningLimit: undefined };

const limitIn = (reply: unknown): number | undefined =>
  typeof reply === "string" ? Number(reply) : undefined;

/** Reads owners by their names; empty for prompts without an owner. Rejects as Redis does. */
export async function readOwners(
  redis: Redis,
  keys: Keys,
  owners: readonly string[],
): Promise<ReadonlyMap<string, OwnerState>> {
  if (owners.length === 0) return new Map();
  const replies = await redis.all(
    owners.flatMap((owner): readonly Command[] => [
      ["sismember", keys.pausedOwners, owner],
      ["scard", keys.slots(owner)],
      ["hget", keys.limits, owner],
    ]),
  );
  return new Map(
    owners.map((owner, index) => {
      const [isPaused, running, limit] = replies.slice(3 * index);
      return [owner, { isPaused: isPaused === 1, running: Number(running), runningLimit: limitIn(limit) }];
    }),
  );
}

/** Rejects as Redis does. */
export const readOwner = async (redis: Redis, keys: Keys, owner: string): Promise<OwnerState> =>
  (await readOwners(redis, keys, [owner])).get(owner) ?? nobody;

/** The owners that a person has paused. */
export const readPaused = async (redis: Redis, keys: Keys): Promise<ReadonlySet<string>> =>
  new Set((await redis.run("smembers", keys.pausedOwners)) as readonly string[]);

/** Notes the limit of an owner, as its newest submission says, or a person after it: `Infinity` for none any more. */
export const noteLimit = (keys: Keys, owner: string, limit: number): Command => [
  "hset",
  keys.limits,
  owner,
  limit,
];

/**
 * Forgets the limits of owners without prompts: the next prompt has one of its own, and so has one whose submission is
 * under way. Rejects as Redis does.
 */
export async function forgetLimits(redis: Redis, keys: Keys): Promise<void> {
  const limits = (await redis.run("hgetall", keys.limits)) as Readonly<Record<string, string>>;
  if (Object.keys(limits).length === 0) return;
  const waiting = await readWaiting(redis, keys);
  const others = Object.keys(limits).filter((owner) => !waiting.has(owner));
  const counts = await redis.all(
    others.flatMap((owner): readonly Command[] => [
      ["scard", keys.slots(owner)],
      ["zcard", keys.held("limit", owner)],
    ]),
  );
  const idle = others.filter((_owner, index) => counts[2 * index] === 0 && counts[2 * index + 1] === 0);
  if (idle.length > 0) await redis.run("hdel", keys.limits, ...idle);
}

/** The right of a prompt to run on a worker under the limit of its owner. */
export interface Slot {
  readonly owner: string;
  readonly worker: string;
  readonly id: string;
}

/** Names of workers have no spaces. */
const textOf = ({ worker, id }: Slot): string => `${worker} ${id}`;

/**
 * Takes a slot, with the limit of the prompt unless a newer one is noted. The prompt is not put aside any more, also if
 * its delay has ended by itself. Resolves to the owner without the slot, which must be returned if the prompt does not
 * begin. Rejects as Redis does.
 */
export async function takeSlot(redis: Redis, keys: Keys, slot: Slot, limit: number): Promise<OwnerState> {
  const { id, owner } = slot;
  const [, running, , newest] = await redis.atomically([
    ["sadd", keys.slots(owner), textOf(slot)],
    ["scard", keys.slots(owner)],
    ["hsetnx", keys.limits, owner, limit],
    ["hget", keys.limits, owner],
    ["zrem", keys.held("limit", owner), id],
  ]);
  return { isPaused: false, running: Number(running) - 1, runningLimit: limitIn(newest) };
}

export const returnSlot = (keys: Keys, slot: Slot): Command => ["srem", keys.slots(slot.owner), textOf(slot)];

/** The slots that are taken. Rejects as Redis does. */
export async function readSlots(redis: Redis, keys: Keys, owner: string): Promise<readonly Slot[]> {
  const texts = (await redis.run("smembers", keys.slots(owner))) as readonly string[];
  return texts.map((text) => {
    const at = text.indexOf(" ");
    return { owner, worker: text.slice(0, at), id: text.slice(at + 1) };
  });
}
