// The names of all keys in Redis, and how long they live. The README lists them.

import type { QueueSettings } from "../settings.gen.js";

/** Why a prompt is put aside: its owner is paused, or has as many running prompts as its limit. */
export type HeldWhy = "paused" | "limit";

/** Names of keys below a prefix. The braces keep all keys of a queue in one slot of a Redis Cluster. */
export function keysOf(prefix: string) {
  const tag = `{${prefix}}`;
  return {
    /** The prefix of BullMQ's own keys. */
    bull: tag,
    /** A hash: in which queue a prompt is, who may submit it (`claim`), and who has ended it (`end`). */
    prompt: (id: string) => `${tag}:prompt:${id}`,
    /** The newest preview of a prompt. */
    preview: (id: string) => `${tag}:preview:${id}`,
    /**
     * A sorted set of the queues by the turn of their first prompt, +inf for those in which none waits; a hash of what
     * each needs.
     */
    heads: `${tag}:heads`,
    needs: `${tag}:needs`,
    /** A sorted set of the queues that have no job any more, by the time since when. */
    retired: `${tag}:retired`,
    /** Wakes one worker that waits for prompts of a queue. */
    ready: (set: string) => `${tag}:ready:${set}`,
    /** A sorted set of owners, by the round of their last prompt, for each priority. */
    rounds: (priority: number) => `${tag}:rounds:${priority}`,
    /** A hash: how many prompts of each owner wait. */
    owners: `${tag}:owners`,
    /** A set: the prompts of a client that wait or run. */
    client: (name: string) => `${tag}:client:${name}`,
    /** A sorted set of workers, by the time of their last sign; a record of each. */
    workers: `${tag}:workers`,
    worker: (name: string) => `${tag}:worker:${name}`,
    /** Exists while the worker has given a sign within `lostSeconds`. */
    alive: (name: string) => `${tag}:alive:${name}`,
    /** The token of the process that has the name; exists while a process has it. */
    name: (name: string) => `${tag}:name:${name}`,
    /** The prompt that the worker has begun last. */
    begun: (name: string) => `${tag}:begun:${name}`,
    /** A set of the workers that are draining. */
    draining: `${tag}:draining`,
    /** Exists while a person has paused the queue: no worker takes prompts. */
    paused: `${tag}:paused`,
    /** A set of the owners that a person has paused. */
    pausedOwners: `${tag}:paused-owners`,
    /** A hash: how many prompts of each owner with a limit may run at the same time; a set of those that run. */
    limits: `${tag}:limits`,
    slots: (owner: string) => `${tag}:slots:${owner}`,
    /** A sorted set of the prompts that workers have put aside because of their owner, by their turns. */
    held: (why: HeldWhy, owner: string) => `${tag}:held:${why}:${owner}`,
    /** A set of the reasons and owners for which prompts are put aside. */
    holding: `${tag}:holding`,
    /** Wakes a worker that waits for prompts. */
    wake: (name: string) => `${tag}:wake:${name}`,
    /** Exists while one worker does the upkeep. */
    sweep: `${tag}:sweep`,
    /** A capped stream of the events for one host. */
    events: (host: string) => `${tag}:events:${host}`,
    /** Channels: messages to a worker, and new queues. They keep nothing. */
    toWorker: (name: string) => `${tag}:to:${name}`,
    newSets: `${tag}:new-sets`,
  };
}
export type Keys = ReturnType<typeof keysOf>;

/** Seconds until a preview is dropped. */
export const previewSeconds = 60;
/**
 * Seconds until the events of a host that has gone are dropped, the most entries of its stream, and the most events of
 * an entry.
 */
export const eventsSeconds = 3_600;
export const eventsLength = 1_000;
export const longestBatch = 100;
/** Seconds until the hash of a prompt that has not ended is dropped: more than any prompt waits. */
export const openSeconds = 90 * 86_400;
/** Seconds after its last job until what BullMQ keeps of a queue is dropped. */
export const retiredSeconds = 120;
/** Seconds until the rounds of owners are dropped after the last submission. */
export const roundsSeconds = 86_400;
/** Milliseconds between two signs of a worker. */
export const signMsOf = ({ lockSeconds }: Pick<QueueSettings, "lockSeconds">): number =>
  Math.min(3_000, Math.max(250, (lockSeconds * 1_000) / 6));
/** Milliseconds without a sign after which another process may take the name of a worker, or notices that it is gone. */
export const silenceMsOf = (settings: Pick<QueueSettings, "lockSeconds">): number => 4 * signMsOf(settings);
