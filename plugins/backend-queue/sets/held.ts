// Prompts that are put aside because of their owner, so that those of others run meanwhile: a worker finds out about
// the owner when it has taken the prompt.
//
// The job is delayed, and noted for its owner. Whoever ends the reason puts it back into its turn. What a process that
// ends in between leaves behind is put back by the upkeep, whether it was noted or not.

import type { OwnerState } from "@pictor/farm";
import type { Session } from "../base/session.js";
import type { JobOfSet, SetId, TakenJob } from "../bull/jobs.js";
import { readFields } from "../protocol/claims.js";
import { readOwner } from "../protocol/owner-state.js";
import { turnOf } from "../protocol/rounds.js";
import { stageOf } from "../protocol/stages.js";
import type { HeldWhy, Keys } from "../redis/keys.js";
import type { Command } from "../redis/packages.js";
import { findPrompt } from "./find-prompt.js";
import { markWaiting } from "./heads.js";

/** Why prompts of an owner are put aside. */
export interface HeldReason {
  readonly why: HeldWhy;
  readonly owner: string;
}

/**
 * The longest delay, in milliseconds. After it, a worker takes the prompt again, and puts it aside again if the reason
 * has not ended: a shorter delay would cost more commands.
 */
const longestMs = 300_000;
/** How many prompts are put back at the same time. */
const chunk = 100;

const textOf = ({ why, owner }: HeldReason): string => `${why} ${owner}`;
function reasonOf(text: string): HeldReason {
  const at = text.indexOf(" ");
  return { why: text.slice(0, at) === "paused" ? "paused" : "limit", owner: text.slice(at + 1) };
}

/** How many prompts of the owner need not be put aside for this reason any more. */
function releasable(why: HeldWhy, { isPaused, running, runningLimit }: OwnerState): number {
  if (why === "paused") return isPaused ? 0 : Infinity;
  return runningLimit === undefined ? Infinity : Math.max(0, runningLimit - running);
}

/** Resolves to whether the prompt was put aside and is now back in its turn. */
async function putBack(found: JobOfSet | undefined, session: Session): Promise<boolean> {
  if (found === undefined || !(await session.queues.promote(found.job))) return false;
  await markWaiting(session, found.set, turnOf(found.job.priority));
  return true;
}

/** Puts prompts back into their turns, those with the earliest first: as many as may begin by now. Rejects as Redis does. */
export async function release({ why, owner }: HeldReason, session: Session): Promise<void> {
  const { connection, keys } = session;
  const key = keys.held(why, owner);
  let left = releasable(why, await readOwner(connection, keys, owner));
  while (left > 0) {
    // A worker can take a prompt that is back and put it aside again, so its entry is removed before.
    const entries = (await connection.run("zpopmin", key, Math.min(left, chunk))) as readonly string[];
    const ids = entries.filter((_text, index) => index % 2 === 0);
    if (ids.length === 0) return;
    const found = await Promise.all(ids.map((id) => findPrompt(session, id)));
    const released = await Promise.all(found.map((each) => putBack(each.found, session)));
    left -= released.filter(Boolean).length;
  }
}

/** Notes the new turn of a prompt, if it is put aside. */
export const moveHeld = (
  keys: Keys,
  {
    id,
    owner = "",
    priority,
  }: { readonly id: string; readonly owner?: string | undefined; readonly priority: number },
): readonly Command[] =>
  (["paused", "limit"] as const).map((why) => ["zadd", keys.held(why, owner), "XX", priority, id]);

/** Puts a prompt aside that was taken. Rejects as Redis does. */
export async function hold(taken: TakenJob, reason: HeldReason, session: Session): Promise<void> {
  const { connection, keys } = session;
  const { set, id, job } = taken;
  if (!(await taken.postpone(longestMs))) return;
  // Nobody could remove the job of a prompt that was cancelled while the worker had the job.
  if (stageOf(await readFields(connection, keys, id), job).is === "unknown") {
    await session.queues.remove(set, id);
    return;
  }
  await connection.atomically([
    ["zadd", keys.held(reason.why, reason.owner), job.priority, id],
    ["sadd", keys.holding, textOf(reason)],
  ]);
  // The reason may have ended before the prompt was noted.
  await release(reason, session);
}

/**
 * Puts back what could begin, for all owners. `tidy` returns the slots of prompts of an owner that do not run any more.
 * Rejects as Redis and `tidy` do.
 */
export async function releaseAll(session: Session, tidy: (owner: string) => Promise<void>): Promise<void> {
  const { connection, keys } = session;
  for (const text of (await connection.run("smembers", keys.holding)) as readonly string[]) {
    const reason = reasonOf(text);
    if (reason.why === "limit") await tidy(reason.owner);
    await release(reason, session);
    const left = await connection.run("zcard", keys.held(reason.why, reason.owner));
    if (left === 0) await connection.run("srem", keys.holding, text);
  }
}

/**
 * Puts back what a process has put aside and not noted, or was about to put back, when it has ended: nothing else
 * delays a prompt that no worker has begun. `sets` are those with jobs that are delayed. Rejects as Redis does.
 */
export async function releaseUnnoted(sets: readonly SetId[], session: Session): Promise<void> {
  const { connection, keys, queues } = session;
  const delayed = (await Promise.all(sets.map((set) => queues.ids(set, "delayed")))).flat();
  if (delayed.length === 0) return;
  const reasons = (await connection.run("smembers", keys.holding)) as readonly string[];
  const entries = await connection.all(
    reasons.map(reasonOf).map(({ why, owner }) => ["zrange", keys.held(why, owner), 0, -1] as const),
  );
  const noted = new Set((entries as readonly (readonly string[])[]).flat());
  for (const id of delayed.filter((each) => !noted.has(each))) {
    const { fields, found } = await findPrompt(session, id);
    // One that has failed before waits for its retry.
    const hasRun =
      found === undefined || found.job.attemptsMade > 0 || stageOf(fields, found.job).is !== "waiting";
    if (!hasRun) await putBack(found, session);
  }
}
