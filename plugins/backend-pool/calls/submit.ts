// Takes a prompt into the pool.

import {
  keepNewest,
  raceAbort,
  type Receipt,
  type Submission,
  type SubmitOptions,
} from "@pictor/kernel/plugin";
import { isWarm } from "@pictor/farm";
import type { NoteSent } from "@pictor/prompt-life";
import { poolUnreachable } from "../base/pool-unreachable.js";
import { abilitiesOf, unableFault, type Abilities } from "../catalog/able-members.js";
import type { Core } from "../core/core.js";
import { announceCount } from "../core/settle.js";
import type { Dispatcher } from "../dispatch/dispatcher.js";
import { askAll } from "../members/answers-of.js";
import { describeFailures, settleMembers } from "../members/settle-members.js";
import type { Member } from "../members/member.js";
import { isOpen } from "./list-prompts.js";
import { createOutcome, type Entry } from "../prompts/entry.js";

/**
 * The member for a prompt that must not wait in this process: one that has its models and few prompts. Other processes,
 * such as commands before this one, have passed prompts on without this process.
 */
async function memberForDetached(
  core: Core,
  { able, models }: Abilities,
  signal: AbortSignal | undefined,
): Promise<Member | undefined> {
  const { members, table } = core;
  const usable = [...members.values()].filter((member) => able.has(member.name) && member.isUsable());
  // The only one is chosen without asking it.
  const asked = usable.length > 1 ? usable : [];
  const lists = await askAll(core, asked, (one, options) => one.prompts({ limit: 0, ...options }), signal);
  const ranked = usable
    .map((member) => ({
      member,
      count: (lists.get(member.name)?.filter(isOpen) ?? table.on(member.name)).length / member.capacity(),
      isCold: !isWarm(member.runs, models),
    }))
    .sort(
      (one, other) =>
        one.count - other.count ||
        Number(one.isCold) - Number(other.isCold) ||
        other.member.weight - one.member.weight ||
        one.member.runs.lastServed - other.member.runs.lastServed,
    );
  return ranked[0]?.member;
}

function entryFor(
  core: Core,
  submission: Submission,
  abilities: Abilities,
  { detached: isDetached = false, noteSent }: PoolSubmitOptions,
): Entry {
  const { able: members, models, needs } = abilities;
  return {
    ...core.table.turnFor(submission.owner, submission.priority),
    id: submission.promptId,
    submission,
    isDetached,
    noteSent,
    needs,
    models,
    members,
    createdAt: core.clock.now(),
    refusals: new Map(),
    state: { step: "waiting" },
    notes: { isCold: false },
    outcome: createOutcome(),
  };
}

export type PoolSubmitOptions = SubmitOptions & { readonly noteSent?: NoteSent };

/** The most ids of declined submissions that are kept. */
const longestKept = 1_000;

/**
 * Queues the prompt. If a member can take it at once, the reply of the member decides; else the receipt comes as soon
 * as the prompt waits. Rejects if no member can run it, and leaves nothing behind then. A repeated call with the same
 * id joins the first one.
 */
export async function submitToPool(
  core: Core,
  dispatcher: Dispatcher,
  submission: Submission,
  options: PoolSubmitOptions = {},
): Promise<Receipt> {
  const { declined, table } = core;
  const { promptId } = submission;
  try {
    // A closed pool hears nothing more from its members.
    const receipt = await raceAbort(core.signal, take(core, dispatcher, submission, options));
    declined.delete(promptId);
    return receipt;
  } catch (error) {
    // A later question about this submission gets an answer, even while members do not answer.
    if (table.get(promptId) === undefined) declined.add(promptId);
    keepNewest(declined, longestKept);
    throw error;
  }
}

async function take(
  core: Core,
  dispatcher: Dispatcher,
  submission: Submission,
  options: PoolSubmitOptions,
): Promise<Receipt> {
  const { detached = false, signal } = options;
  const { members, name, table } = core;
  const known = table.get(submission.promptId);
  if (known !== undefined) return raceAbort(signal, known.outcome.promise);
  await settleMembers(core, signal);
  const abilities = await abilitiesOf(submission, members.values(), core.catalogs, signal);
  if (abilities.able.size === 0) throw unableFault(name, submission, abilities);
  const able = [...members.values()].filter((member) => abilities.able.has(member.name));
  if (!able.some((member) => member.isReady()))
    throw poolUnreachable(name, `no member that can run the graph answers (${describeFailures(able)})`);
  const target = detached ? await memberForDetached(core, abilities, signal) : undefined;
  // The same prompt may have been submitted again while the members were asked.
  const again = table.get(submission.promptId);
  if (again !== undefined) return raceAbort(signal, again.outcome.promise);
  if (detached && target === undefined)
    throw poolUnreachable(name, "every member that can run the graph is draining or does not answer");
  const entry = entryFor(core, submission, abilities, options);
  const { owner = "", runningLimit } = submission;
  if (runningLimit !== undefined) core.runningLimits.set(owner, runningLimit);
  table.add(entry);
  announceCount(core);
  if (target === undefined) dispatcher.pump();
  else dispatcher.passTo(entry, target);
  if (entry.state.step === "waiting") entry.outcome.resolve({ promptId: entry.id, dropped: [] });
  try {
    return await raceAbort(signal, entry.outcome.promise);
  } finally {
    // A prompt that was refused at once was never in the pool.
    if (entry.state.step === "rejected") table.remove(entry);
  }
}
