// The names of all keys in Redis, and how long they live. The README lists them.

/** Names of keys below a prefix. The braces keep all keys of a queue in one slot of a Redis Cluster. */
export function keysOf(prefix: string) {
  const tag = `{${prefix}}`;
  return {
    /** The prefix of BullMQ's own keys. */
    bull: tag,
    /** A hash: what is known about a prompt, and who may submit it (`claim`). */
    prompt: (id: string) => `${tag}:prompt:${id}`,
    /** The compressed submission, or the name of its file in the store. */
    body: (id: string) => `${tag}:body:${id}`,
    /** How a prompt has ended. Set once. */
    verdict: (id: string) => `${tag}:verdict:${id}`,
    /** The newest preview of a prompt. */
    preview: (id: string) => `${tag}:preview:${id}`,
    /** A sorted set of all prompts, by the time of their submission. */
    prompts: `${tag}:prompts`,
    /** A sorted set of capability sets, by the time of their last use; a hash of their descriptions. */
    sets: `${tag}:sets`,
    needs: `${tag}:needs`,
    /** A sorted set of owners, by the round of their last prompt, for each priority. */
    rounds: (priority: number) => `${tag}:rounds:${priority}`,
    /** A sorted set of workers, by the time of their last sign; a record of each. */
    workers: `${tag}:workers`,
    worker: (name: string) => `${tag}:worker:${name}`,
    /** Exists while the worker has given a sign within `lostSeconds`. */
    alive: (name: string) => `${tag}:alive:${name}`,
    /** The token of the process that has the name; exists while a process has it. */
    name: (name: string) => `${tag}:name:${name}`,
    /** A set of the prompts that the worker has claimed and not ended. */
    claims: (name: string) => `${tag}:claims:${name}`,
    /** A set of the workers that are drained. */
    draining: `${tag}:draining`,
    /** Exists while a person has paused the queue: no worker takes prompts. */
    paused: `${tag}:paused`,
    /** Wakes a worker that waits for prompts. */
    wake: (name: string) => `${tag}:wake:${name}`,
    /** Exists while one worker does the upkeep. */
    sweep: `${tag}:sweep`,
    /** A capped stream of the events for one host. */
    events: (host: string) => `${tag}:events:${host}`,
    /** Channels: messages to a worker, and new capability sets. They keep nothing. */
    toWorker: (name: string) => `${tag}:to:${name}`,
    newSets: `${tag}:new-sets`,
    /** Keys of BullMQ for the queue of a capability set. */
    queue: (set: string, part: string) => `${tag}:${set}:${part}`,
  };
}
export type Keys = ReturnType<typeof keysOf>;

/** Parts of BullMQ's queues that hold ids of prompts. */
export const bullLists = ["wait", "active", "delayed", "prioritized"] as const;
/** All parts of BullMQ's queues that can outlast the prompts. */
export const bullParts = [
  ...bullLists,
  "paused",
  "completed",
  "failed",
  "stalled",
  "stalled-check",
  "marker",
  "meta",
  "id",
  "pc",
  "events",
  "limiter",
] as const;

/** Seconds until a preview is dropped. */
export const previewSeconds = 60;
/** Seconds until the events of a host that has gone are dropped, the most entries of its stream, and the most events of an entry. */
export const eventsSeconds = 3_600;
export const eventsLength = 1_000;
export const longestBatch = 100;
/** Seconds without use until an empty capability set is dropped: a worker asks about each set before each prompt. */
export const setSeconds = 60;
/** Seconds until the rounds of owners are dropped after the last submission. */
export const roundsSeconds = 86_400;
/** Milliseconds between two signs of a worker. */
export const signMsOf = (lockMs: number): number => Math.min(3_000, Math.max(250, lockMs / 6));
/** Milliseconds without a sign after which another process may take the name of a worker, or notices that it is gone. */
export const silenceMsOf = (lockMs: number): number => 4 * signMsOf(lockMs);
