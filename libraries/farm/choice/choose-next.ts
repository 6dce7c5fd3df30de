// Chooses which prompt is served next, and by which member: fair turns, and as few loads of models as they allow. Pure.

import { modelsKey } from "../needs/needs.js";
import { loadMsOf, loadRunsOf, runMsOf } from "../times/run-times.js";
import { bestCold, bestWarm, isWarm } from "./rank-members.js";
import type { Choice, MemberView, WaitingPrompt } from "./views.js";

/** The most waiting prompts of one priority that are looked at for one choice; those that no member could take do not count. */
const window = 1_000;

/** The most runs as which a load of models counts. */
const mostLoadRuns = 10;

/**
 * The number of served prompts from which on nobody may overtake the prompt. `loadRuns` says how many runs fit into the
 * time of a load of models, as far as that was measured.
 *
 * Without affinity, the prompt would wait until those ahead have run, about every second of which would load its models
 * first, and then for its own models. It may be overtaken for as long as that.
 */
export function dueAfter(
  { ahead, servedBefore }: Pick<WaitingPrompt, "ahead" | "servedBefore">,
  { members, loadRuns }: { readonly members: number; readonly loadRuns: number },
): number {
  const load = Math.min(mostLoadRuns, loadRuns);
  return servedBefore + Math.ceil(2 * (ahead + 1) + (ahead * load) / 2 + members * load);
}

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

function choiceOf(
  { prompt, idle }: ColdPrompt,
  waiting: Iterable<WaitingPrompt>,
  members: readonly MemberView[],
): Choice | undefined {
  const member = bestCold(prompt, idle, { waiting, members });
  return member && { id: prompt.id, member: member.name };
}

/**
 * Of prompts with different models, the one whose models most other prompts need, for each member that has them or
 * would have them.
 */
function mostWanted(
  cold: readonly ColdPrompt[],
  seen: ReadonlyMap<string, number>,
  members: readonly MemberView[],
): ColdPrompt | undefined {
  let best: { readonly candidate: ColdPrompt; readonly demand: number } | undefined;
  for (const candidate of cold) {
    const { models } = candidate.prompt;
    const count = members.filter((member) => isWarm(member, models)).length;
    const demand = (seen.get(modelsKey(models)) ?? 0) / (count + 1);
    if (best === undefined || demand > best.demand) best = { candidate, demand };
  }
  return best?.candidate;
}

/** Chooses among prompts of one priority, for members that can begin at once. */
function chooseIdle(
  prompts: Iterable<WaitingPrompt>,
  members: readonly MemberView[],
  isDue: (prompt: WaitingPrompt) => boolean,
): Choice | undefined {
  const idle = members.filter(({ takes }) => takes === "now");
  if (idle.length === 0) return undefined;
  /** The first prompt of each list of models that is loaded on no idle member. */
  const cold = new Map<string, ColdPrompt>();
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
    const candidate: ColdPrompt = { prompt, idle: able, before };
    // A member that has the models and is busy serves it sooner, and nobody who uses another member meanwhile delays that.
    if (waitsForWarm(candidate, members)) continue;
    // Nobody may overtake a prompt that is due.
    if (isDue(prompt)) return choiceOf(candidate, prompts, members);
    if (!cold.has(key)) cold.set(key, candidate);
  }
  const wanted = mostWanted([...cold.values()], seen, members);
  return wanted && choiceOf(wanted, prompts, members);
}

/** Chooses a prompt that can wait in the own queue of a member, behind one that ends soon: of `taking`, which take one ahead. */
function chooseAhead(
  prompts: Iterable<WaitingPrompt>,
  taking: readonly MemberView[],
  isDue: (prompt: WaitingPrompt) => boolean,
): Choice | undefined {
  if (taking.length === 0) return undefined;
  for (const prompt of prompts) {
    const able = taking.filter(({ name }) => prompt.members.has(name));
    const member = bestWarm(
      prompt,
      able.filter((one) => isWarm(one, prompt.models)),
    );
    if (member !== undefined) return { id: prompt.id, member: member.name };
    if (able.length > 0 && isDue(prompt)) return undefined;
  }
  return undefined;
}

/**
 * Those of the prompts that one of the members can run. They are looked for as far as they are read: mostly the first
 * one is chosen.
 */
const runnableOn = (
  members: readonly MemberView[],
  prompts: readonly WaitingPrompt[],
): Iterable<WaitingPrompt> => ({
  *[Symbol.iterator]() {
    let shown = 0;
    for (const prompt of prompts) {
      if (!members.some(({ name }) => prompt.members.has(name))) continue;
      yield prompt;
      if (++shown === window) return;
    }
  },
});

/**
 * The next prompt to serve, and its member; undefined if nothing can or should be served now. `waiting` is in the order of turns,
 * `members` are those that can be used, busy ones included, and `served` is the number of prompts that were served before.
 *
 * A prompt goes to a member that has its models, if one is idle. It may overtake prompts with earlier turns that would
 * have to load models, until these are due. Nobody overtakes a prompt of a higher priority.
 */
export function chooseNext(
  waiting: readonly WaitingPrompt[],
  members: readonly MemberView[],
  served: number,
): Choice | undefined {
  const taking = members.filter(({ takes }) => takes !== "no");
  if (taking.length === 0) return undefined;
  let loadRuns: number | undefined;
  const isDue = (prompt: WaitingPrompt): boolean => {
    loadRuns ??= Math.max(...members.map(({ times }) => loadRunsOf(times)));
    return served >= dueAfter(prompt, { members: members.length, loadRuns });
  };
  let ahead = members.filter(({ takes }) => takes === "ahead");
  const lowest = waiting.at(-1)?.turn.priority;
  for (let start = 0; start < waiting.length;) {
    const priority = waiting[start]?.turn.priority;
    const end =
      priority === lowest
        ? waiting.length
        : waiting.findIndex(({ turn }, index) => index > start && turn.priority !== priority);
    const prompts = runnableOn(taking, waiting.slice(start, end));
    const choice = chooseIdle(prompts, members, isDue) ?? chooseAhead(prompts, ahead, isDue);
    if (choice !== undefined) return choice;
    // What such a member gets ahead would delay a prompt of this priority that waits for it.
    ahead = ahead.filter(({ name }) => ![...prompts].some((prompt) => prompt.members.has(name)));
    start = end;
  }
  return undefined;
}
