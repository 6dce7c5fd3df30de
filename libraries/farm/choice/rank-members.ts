// Orders the members that could take a prompt. Pure.

import { loadMsOf, runMsOf } from "../times/run-times.js";
import { modelsKey } from "../needs/needs.js";
import type { MemberView, WaitingPrompt } from "./views.js";

/** Whether the member has all models of the prompt in its memory. */
export const isWarm = ({ loaded }: Pick<MemberView, "loaded">, models: readonly string[]): boolean =>
  models.every((model) => loaded.includes(model));

/** Times that differ by less than a factor of about 1.4 count as equal, so that noise decides nothing. */
const magnitude = (ms: number | undefined): number =>
  ms === undefined ? 0 : Math.round(2 * Math.log2(Math.max(1, ms)));

/** A member that was not measured yet counts as fast, so that it gets measured. */
function expectedMs(member: MemberView, { models }: WaitingPrompt): number {
  const key = modelsKey(models);
  const loadMs = isWarm(member, models) ? 0 : (loadMsOf(member.times, key) ?? 0);
  return (member.restMs ?? 0) + loadMs + (runMsOf(member.times, key) ?? 0);
}

/** The member that comes first by `ranks`: lists of numbers, of which the smaller one wins. */
function least(
  members: readonly MemberView[],
  ranksOf: (member: MemberView) => readonly number[],
): MemberView | undefined {
  let best: { readonly member: MemberView; readonly ranks: readonly number[] } | undefined;
  for (const member of members) {
    const ranks = ranksOf(member);
    const before = best?.ranks;
    const at = before === undefined ? -1 : ranks.findIndex((rank, index) => rank !== before[index]);
    if (before === undefined || (at >= 0 && (ranks[at] ?? 0) < (before[at] ?? 0))) best = { member, ranks };
  }
  return best?.member;
}

/** Of members that have the models of the prompt: the shortest expected wait, then weight, then the least recently used. */
export const bestWarm = (prompt: WaitingPrompt, members: readonly MemberView[]): MemberView | undefined =>
  least(members, (member) => [magnitude(expectedMs(member, prompt)), -member.weight, member.lastServed]);

/** How many waiting prompts need the models of a member, for each member that has them. */
function demandFor(
  { loaded }: MemberView,
  {
    waiting,
    members,
  }: { readonly waiting: Iterable<WaitingPrompt>; readonly members: readonly MemberView[] },
): number {
  if (loaded.length === 0) return 0;
  const key = modelsKey(loaded);
  const count = [...waiting].filter(({ models }) => models.length > 0 && isWarm({ loaded }, models)).length;
  return count / Math.max(1, members.filter((one) => modelsKey(one.loaded) === key).length);
}

/**
 * Of members that have to load models: first the one with most of them, then the one whose own models the fewest other waiting
 * prompts need, then as `bestWarm`.
 */
export const bestCold = (
  prompt: WaitingPrompt,
  idle: readonly MemberView[],
  all: { readonly waiting: Iterable<WaitingPrompt>; readonly members: readonly MemberView[] },
): MemberView | undefined =>
  idle.length < 2
    ? idle[0]
    : least(idle, (member) => [
        -prompt.models.filter((model) => member.loaded.includes(model)).length,
        demandFor(member, all),
        magnitude(expectedMs(member, prompt)),
        -member.weight,
        member.lastServed,
      ]);
