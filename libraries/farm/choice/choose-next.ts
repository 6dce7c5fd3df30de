// Chooses which prompt is served next, and by which member: fair turns, and as few loads of models as they allow. Pure.

import { modelsKey } from "../needs/needs.js";
import { loadMsOf, runMsOf } from "../times/run-times.js";
import { bestCold, bestWarm, isWarm } from "./rank-members.js";
import type { Choice, MemberView, WaitingPrompt } from "./views.js";

/** The most waiting prompts that are looked at for one choice. */
const window = 1_000;

/**
 * The number of served prompts from which on a new prompt may not be overtaken. `ahead` is the number of prompts with an earlier turn that
 * wait, `served` the number of prompts that were served so far: in the worst case it waits twice as long as without affinity.
 */
export const dueAfter = (served: number, ahead: number): number => served + 2 * (ahead + 1);

/** A prompt that could run at once on `idle` members, none of which has its models. */
interface ColdPrompt {
  readonly prompt: WaitingPrompt;
  readonly idle: readonly MemberView[];
  /** Prompts with the same models and an earlier turn. */
  readonly before: number;
}

/**
 * Whether the prompt is served sooner by a member that has its models and is busy than by one that has to load them. False
 * while nothing was measured.
 */
function waitsForWarm({ prompt, idle, before }: ColdPrompt, members: readonly MemberView[]): boolean {
  const key = modelsKey(prompt.models);
  const warm = members.filter(
    (member) =>
      member.restMs !== undefined && prompt.members.has(member.name) && isWarm(member, prompt.models),
  );
  if (warm.length === 0) return false;
  const loads = [...idle, ...warm].flatMap(({ times }) => loadMsOf(times, key) ?? []);
  const runs = warm.flatMap(({ times }) => runMsOf(times, key) ?? []);
  if (loads.length === 0 || runs.length === 0) return false;
  const restMs = Math.min(...warm.map((member) => member.restMs ?? 0));
  return restMs + (before * Math.min(...runs)) / warm.length < Math.min(...loads);
}

/** Chooses among prompts of one priority, for members that can begin at once. */
function chooseIdle(
  prompts: readonly WaitingPrompt[],
  members: readonly MemberView[],
  served: number,
): Choice | undefined {
  const idle = members.filter(({ takes }) => takes === "now");
  if (idle.length === 0) return undefined;
  const cold: ColdPrompt[] = [];
  const seen = new Map<string, number>();
  for (const prompt of prompts) {
    const key = modelsKey(prompt.models);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    const able = idle.filter(({ name }) => prompt.members.has(name));
    if (able.length === 0) continue;
    const warm = bestWarm(
      prompt,
      able.filter((member) => isWarm(member, prompt.models)),
    );
    if (warm !== undefined) return { id: prompt.id, member: warm.name };
    cold.push({ prompt, idle: able, before });
    // Nobody may overtake a prompt that is due.
    if (served >= prompt.dueAt) break;
  }
  for (const candidate of cold) {
    const { prompt } = candidate;
    if (served < prompt.dueAt && waitsForWarm(candidate, members)) continue;
    const member = bestCold(prompt, candidate.idle, prompts);
    if (member !== undefined) return { id: prompt.id, member: member.name };
  }
  return undefined;
}

/** Chooses a prompt that can wait in the own queue of a member, behind one that ends soon. */
function chooseAhead(
  prompts: readonly WaitingPrompt[],
  members: readonly MemberView[],
  served: number,
): Choice | undefined {
  const taking = members.filter(({ takes }) => takes === "ahead");
  if (taking.length === 0) return undefined;
  for (const prompt of prompts) {
    const able = taking.filter(({ name }) => prompt.members.has(name));
    const member = bestWarm(
      prompt,
      able.filter((one) => isWarm(one, prompt.models)),
    );
    if (member !== undefined) return { id: prompt.id, member: member.name };
    if (able.length > 0 && served >= prompt.dueAt) return undefined;
  }
  return undefined;
}

/**
 * The next prompt to serve, and its member; undefined if nothing can or should be served now. `waiting` is in the order of turns,
 * `members` are those that can be used, busy ones included, and `served` is the number of prompts that were served before.
 *
 * A prompt goes to a member that has its models, if one is idle. It may overtake prompts with earlier turns that would have to load
 * models, until these are due. Nobody overtakes a prompt of a higher priority.
 */
export function chooseNext(
  waiting: readonly WaitingPrompt[],
  members: readonly MemberView[],
  served: number,
): Choice | undefined {
  if (members.every(({ takes }) => takes === "no")) return undefined;
  const shown = waiting.slice(0, window);
  for (let start = 0; start < shown.length;) {
    const priority = shown[start]?.turn.priority;
    const rest = shown.findIndex(({ turn }, index) => index > start && turn.priority !== priority);
    const end = rest < 0 ? shown.length : rest;
    const prompts = shown.slice(start, end);
    const choice = chooseIdle(prompts, members, served) ?? chooseAhead(prompts, members, served);
    if (choice !== undefined) return choice;
    start = end;
  }
  return undefined;
}
