// Who may submit a prompt, and how it has ended: the part on which it depends that no prompt is run twice and that each has one ending.
// It uses few commands of Redis, so that it can be tried against a model.
//
//   waiting ── HSETNX claim ──► claimed by a worker ── SET NX verdict ──► ended
//      │                            │
//      └── HSETNX claim "-" ──► removed   (the worker was not seen for too long) ── SET NX verdict "lost" ──► ended
//
// Only the process whose token is the claim may submit the prompt to a server, once. What BullMQ does with a job that has
// stalled is only a hint to look at the prompt again.

import type { Redis } from "../redis/redis.js";
import type { Keys } from "../redis/keys.js";
import { askEach } from "./open-prompts.js";

/** The claim of a prompt that was cancelled while it waited. */
const removedClaim = "-";

/** What Redis knows about a prompt. */
export type PromptFields = Readonly<Record<string, string>>;

/** The name of the worker in a claim: `<name>/<token of the process>`. */
export const workerOf = (claim: string): string => claim.split("/", 1)[0] ?? claim;

export const isRemoved = ({ claim }: PromptFields): boolean => claim === removedClaim;

export interface PromptRecord {
  readonly fields: PromptFields;
  readonly verdict: Buffer | undefined;
}

/** `unknown`: never submitted, removed, or forgotten after its end. */
export type PromptStage = "unknown" | "waiting" | "claimed" | "ended";

export function stageOf(fields: PromptFields, hasEnded: boolean): PromptStage {
  if (hasEnded) return "ended";
  if (fields["at"] === undefined || isRemoved(fields)) return "unknown";
  return fields["claim"] === undefined ? "waiting" : "claimed";
}

export type ClaimOutcome =
  /** The prompt is this process's, which may submit it unless it has done so before. */
  | { readonly type: "claimed"; readonly fields: PromptFields }
  /** A worker has claimed it: another one, or an earlier process of this one. */
  | { readonly type: "taken"; readonly worker: string; readonly fields: PromptFields }
  /** The prompt has ended, was removed, or is unknown: the worker has nothing left to do. */
  | { readonly type: "over" };

const fieldsOf = (reply: unknown): PromptFields => (reply ?? {}) as PromptFields;

function outcomeOf(fields: PromptFields, hasEnded: boolean, token: string): ClaimOutcome {
  const stage = stageOf(fields, hasEnded);
  if (stage === "ended" || stage === "unknown") return { type: "over" };
  const { claim = "" } = fields;
  return claim === token ? { type: "claimed", fields } : { type: "taken", worker: workerOf(claim), fields };
}

/**
 * Claims a prompt. May be repeated with the same token when the outcome of a call is unknown. `seconds` is the lifetime of the
 * worker's list of claims.
 */
export async function claimPrompt(
  redis: Redis,
  keys: Keys,
  { id, token, seconds }: { readonly id: string; readonly token: string; readonly seconds: number },
): Promise<ClaimOutcome> {
  const list = keys.claims(workerOf(token));
  const replies = await redis.atomically([
    ["sadd", list, id],
    ["expire", list, seconds],
    ["hsetnx", keys.prompt(id), "claim", token],
    ["hgetall", keys.prompt(id)],
    ["exists", keys.verdict(id)],
  ]);
  const fields = fieldsOf(replies[3]);
  const outcome = outcomeOf(fields, replies[4] === 1, token);
  // The claim has created the record of a prompt that nobody knows.
  if (fields["at"] === undefined) await redis.run("del", keys.prompt(id));
  if (outcome.type === "over" || (outcome.type === "taken" && outcome.worker !== workerOf(token)))
    await redis.run("srem", list, id);
  return outcome;
}

/** Gives a claim back, for a prompt that certainly no server has received. */
export async function returnClaim(redis: Redis, keys: Keys, id: string, token: string): Promise<void> {
  const claim = await redis.run("hget", keys.prompt(id), "claim");
  if (claim !== token) return;
  await redis.atomically([
    ["hdel", keys.prompt(id), "claim", "there"],
    ["srem", keys.claims(workerOf(token)), id],
  ]);
}

export interface VerdictEntry {
  readonly id: string;
  readonly verdict: Buffer;
  /** The lifetime of the verdict in seconds, after which the prompt is forgotten. */
  readonly seconds: number;
  /** The worker that has the claim. */
  readonly worker: string;
}

/**
 * Sets how a prompt has ended, unless that is set. Resolves to whether this call has set it. A call that is repeated because its reply was lost
 * resolves to false, although the first one has set it.
 */
export async function setVerdict(
  redis: Redis,
  keys: Keys,
  { id, verdict, seconds, worker }: VerdictEntry,
): Promise<boolean> {
  const [set] = await redis.atomically([
    ["set", keys.verdict(id), verdict, "EX", seconds, "NX"],
    ["expire", keys.prompt(id), seconds],
    ["expire", keys.body(id), seconds],
    ["srem", keys.claims(worker), id],
  ]);
  return set === "OK";
}

/** Seconds for which a removed prompt is remembered, so that no worker that was about to begin it does so. */
const removedSeconds = 600;

/** Removes a prompt that no worker has claimed. Resolves to who has it otherwise. */
export async function removePrompt(
  redis: Redis,
  keys: Keys,
  id: string,
): Promise<{ readonly type: "removed" } | ClaimOutcome> {
  const [, reply, ended] = await redis.atomically([
    ["hsetnx", keys.prompt(id), "claim", removedClaim],
    ["hgetall", keys.prompt(id)],
    ["exists", keys.verdict(id)],
  ]);
  const fields = fieldsOf(reply);
  if (fields["at"] === undefined) {
    await redis.run("del", keys.prompt(id));
    return { type: "over" };
  }
  if (!isRemoved(fields)) return outcomeOf(fields, ended === 1, removedClaim);
  await redis.all([
    ["expire", keys.prompt(id), removedSeconds],
    ["del", keys.body(id)],
    ["zrem", keys.prompts, id],
  ]);
  return { type: "removed" };
}

const reading = (keys: Keys, id: string) =>
  [
    ["hgetall", keys.prompt(id)],
    ["getBuffer", keys.verdict(id)],
  ] as const;
const recordOf = ([reply, verdict]: readonly unknown[]): PromptRecord => ({
  fields: fieldsOf(reply),
  verdict: Buffer.isBuffer(verdict) ? verdict : undefined,
});

/** Reads what is known about a prompt. */
export const readPrompt = async (redis: Redis, keys: Keys, id: string): Promise<PromptRecord> =>
  recordOf(await redis.all(reading(keys, id)));

export async function readPrompts(
  redis: Redis,
  keys: Keys,
  ids: readonly string[],
): Promise<readonly (PromptRecord & { readonly id: string })[]> {
  const replies = await askEach(redis, ids, (id) => reading(keys, id));
  return ids.map((id, index) => ({ id, ...recordOf(replies[index] ?? []) }));
}
