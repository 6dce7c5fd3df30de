// Who may submit a prompt, and how it has ended: the part on which it depends that no prompt is run twice and that each
// run has one ending. It uses few commands of Redis on the hash of the prompt, so that it can be tried against a model.
//
//   waiting ── HSETNX claim ──► claimed by a worker ── HSETNX end ──► ended ── the job of BullMQ is completed or failed
//      │                            │
//      └── HSETNX claim "-" ──► removed   (the worker was not seen for too long) ── HSETNX end "lost" ──► ended
//
// Only the process whose token is the claim may submit the prompt to a server, once. What BullMQ does with a job that
// has stalled is only a hint to look at the prompt again. A job that is retried has fields of its own for each attempt:
// `claim`, then `claim.1`, and so on.

import { parseJsonOrUndefined, PictorError } from "@pictor/kernel/plugin";
import type { Command } from "../redis/packages.js";
import type { Redis } from "../redis/redis.js";
import type { Keys } from "../redis/keys.js";
import { submittedAs, type Attempt } from "./attempts.js";
import type { KeptVerdict } from "./verdicts.js";

/** The claim of a prompt that was cancelled while it waited. */
const removedClaim = "-";

/** The hash of a prompt. */
export type PromptFields = Readonly<Record<string, string>>;

/** The name of the worker in a claim: `<name>/<token of the process>`. */
export const workerOf = (claim: string): string => claim.split("/", 1)[0] ?? claim;

const fieldOf = (name: "claim" | "end" | "there" | "cancel", attempt: number): string =>
  attempt === 0 ? name : `${name}.${attempt}`;
export const claimIn = (fields: PromptFields, attempt: number): string | undefined =>
  fields[fieldOf("claim", attempt)];

/** The id under which the server has a run: the one that it has assigned, or the one that was submitted. */
export const thereIn = (fields: PromptFields, run: Attempt): string =>
  fields[fieldOf("there", run.attempt)] ?? submittedAs(run);
export const noteThere = (keys: Keys, { id, attempt }: Attempt, there: string): Command => [
  "hset",
  keys.prompt(id),
  fieldOf("there", attempt),
  there,
];

/** The workers that have claimed runs of a prompt. */
export const workersIn = (fields: PromptFields): readonly string[] =>
  Object.entries(fields).flatMap(([name, claim]) =>
    /^claim(?:\.\d+)?$/.test(name) && claim !== removedClaim ? [workerOf(claim)] : [],
  );

/** Asks the worker of a run to cancel it. */
export const askCancel = (keys: Keys, { id, attempt }: Attempt): Command => [
  "hset",
  keys.prompt(id),
  fieldOf("cancel", attempt),
  1,
];
export const isCancelled = (fields: PromptFields, attempt: number): boolean =>
  fields[fieldOf("cancel", attempt)] !== undefined;

export const isRemoved = (fields: PromptFields, attempt: number): boolean =>
  claimIn(fields, attempt) === removedClaim;

/**
 * Who ends a run, and how. A worker that has a result notes its name first, and the result is then that of the job;
 * every other ending is complete in the field.
 */
export type End = { readonly by: string } | { readonly verdict: KeptVerdict };

const writeEnd = (end: End): string => ("by" in end ? `+${end.by}` : JSON.stringify(end.verdict));
function parseEnd(text: string | undefined): End | undefined {
  if (text === undefined) return undefined;
  if (text.startsWith("+")) return { by: text.slice(1) };
  return { verdict: parseJsonOrUndefined(text) as KeptVerdict };
}
export const endIn = (fields: PromptFields, attempt: number): End | undefined =>
  parseEnd(fields[fieldOf("end", attempt)]);

export type ClaimOutcome =
  /** The prompt is this process's, which may submit it unless it has done so before. */
  | { readonly type: "claimed"; readonly fields: PromptFields }
  /** A worker has claimed it: another one, or an earlier process of this one. */
  | { readonly type: "taken"; readonly worker: string; readonly fields: PromptFields }
  /** It has ended: the job has to follow. */
  | { readonly type: "ended"; readonly verdict: KeptVerdict }
  /** It was removed, or is unknown. */
  | { readonly type: "over" };

const fieldsOf = (reply: unknown): PromptFields => (reply ?? {}) as PromptFields;

function outcomeOf(fields: PromptFields, attempt: number, token: string): ClaimOutcome {
  const claim = claimIn(fields, attempt);
  if (fields["set"] === undefined || claim === removedClaim) return { type: "over" };
  const end = endIn(fields, attempt);
  if (end !== undefined && "verdict" in end) return { type: "ended", verdict: end.verdict };
  return claim === token && end === undefined
    ? { type: "claimed", fields }
    : { type: "taken", worker: workerOf(claim ?? ""), fields };
}

/** What stands in the way of a claim; undefined if nothing does. */
export const obstacleIn = (fields: PromptFields, attempt: number): ClaimOutcome | undefined =>
  fields["set"] !== undefined &&
  claimIn(fields, attempt) === undefined &&
  endIn(fields, attempt) === undefined
    ? undefined
    : outcomeOf(fields, attempt, "");

/**
 * Claims a run. May be repeated with the same token when the outcome of a call is unknown. `seconds` is the lifetime of
 * the worker's note.
 */
export async function claimPrompt(
  redis: Redis,
  keys: Keys,
  { id, attempt, token, seconds }: Attempt & { readonly token: string; readonly seconds: number },
): Promise<ClaimOutcome> {
  const replies = await redis.all([
    ["set", keys.begun(workerOf(token)), id, "EX", seconds],
    ["hsetnx", keys.prompt(id), fieldOf("claim", attempt), token],
    ["hgetall", keys.prompt(id)],
  ]);
  const fields = fieldsOf(replies[2]);
  // The claim has created the hash of a prompt that nobody knows.
  if (fields["set"] === undefined) await redis.run("del", keys.prompt(id));
  return outcomeOf(fields, attempt, token);
}

/** Gives a claim back, for a prompt that certainly no server has received. */
export async function returnClaim(
  redis: Redis,
  keys: Keys,
  { id, attempt, token }: Attempt & { readonly token: string },
): Promise<void> {
  const claim = await redis.run("hget", keys.prompt(id), fieldOf("claim", attempt));
  if (claim === token)
    await redis.run("hdel", keys.prompt(id), fieldOf("claim", attempt), fieldOf("there", attempt));
}

/** Sets a field if it has a certain value. */
const replaceField = `if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
return 1`;

/**
 * Sets who ends a run, and how, unless that is set. Resolves to the end that stands; a call may be repeated. `seconds`
 * is the lifetime of the hash from now on.
 */
export async function setEnd(
  redis: Redis,
  keys: Keys,
  { id, attempt, end, seconds }: Attempt & { readonly end: End; readonly seconds: number },
): Promise<End> {
  const field = fieldOf("end", attempt);
  const [isFirst] = await redis.all([
    ["hsetnx", keys.prompt(id), field, writeEnd(end)],
    ["expire", keys.prompt(id), seconds],
  ]);
  if (isFirst === 1) return end;
  const standing = await redis.run("hget", keys.prompt(id), field);
  return typeof standing === "string" ? (parseEnd(standing) ?? end) : end;
}

/**
 * Completes the end of a worker that had noted its name: by the worker itself, which has lost the job, or by somebody
 * else, after the worker was not seen for too long. Resolves to the end that stands.
 */
export async function replaceEnd(
  redis: Redis,
  keys: Keys,
  {
    id,
    attempt,
    by,
    verdict,
    seconds,
  }: Attempt & { readonly by: string; readonly verdict: KeptVerdict; readonly seconds: number },
): Promise<End> {
  const standing = await setEnd(redis, keys, { id, attempt, end: { verdict }, seconds });
  if ("verdict" in standing) return standing;
  const texts = [fieldOf("end", attempt), writeEnd({ by }), writeEnd({ verdict })] as const;
  await redis.run("eval", replaceField, 1, keys.prompt(id), ...texts);
  return setEnd(redis, keys, { id, attempt, end: { verdict }, seconds });
}

/** Seconds for which a removed prompt is remembered, so that no worker that was about to begin it does so. */
const removedSeconds = 600;

/** Forgets a prompt that no worker has claimed. Needs no memory, unlike the note that it was removed. */
const forgetUnclaimed = `if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 1 then return 0 end
return redis.call("DEL", KEYS[1])`;

const isFull = (error: unknown): boolean => error instanceof PictorError && error.details["status"] === 507;

/** Removes a prompt that no worker has claimed. Resolves to who has it otherwise. */
export async function removePrompt(
  redis: Redis,
  keys: Keys,
  { id, attempt }: Attempt,
): Promise<{ readonly type: "removed" } | ClaimOutcome> {
  const key = keys.prompt(id);
  const field = fieldOf("claim", attempt);
  const noted = await redis.run("hsetnx", key, field, removedClaim).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    return (await redis.run("eval", forgetUnclaimed, 1, key, field)) === 1 ? "forgotten" : 0;
  });
  if (noted === "forgotten") return { type: "removed" };
  const fields = await readFields(redis, keys, id);
  if (fields["set"] === undefined) {
    await redis.run("del", key);
    return { type: "over" };
  }
  if (!isRemoved(fields, attempt)) return outcomeOf(fields, attempt, removedClaim);
  await redis.run("expire", key, removedSeconds);
  return { type: "removed" };
}

export const readFields = async (redis: Redis, keys: Keys, id: string): Promise<PromptFields> =>
  fieldsOf(await redis.run("hgetall", keys.prompt(id)));

/** The most prompts that one batch of commands asks about. */
const chunk = 500;

export async function readFieldsOf(
  redis: Redis,
  keys: Keys,
  ids: readonly string[],
): Promise<readonly PromptFields[]> {
  const found: PromptFields[] = [];
  for (let from = 0; from < ids.length; from += chunk) {
    const asked = ids.slice(from, from + chunk).map((id) => ["hgetall", keys.prompt(id)] as const);
    found.push(...(await redis.all(asked)).map(fieldsOf));
  }
  return found;
}
