// A mixed load, and its run by members on a clock of its own: for measuring switches of models and waits of owners.

import {
  chooseNext,
  compareTurns,
  isWarm,
  modelsKey,
  noteRun,
  noTimes,
  noTurns,
  serveTurn,
  takeTurn,
  type MemberView,
  type RunTimes,
  type Turn,
} from "../index.js";
import type { WaitingPrompt } from "../choice/views.js";

/** A prompt of a load. */
export interface LoadPrompt {
  readonly id: string;
  readonly owner: string;
  readonly model: string;
  readonly atMs: number;
}

/** What a run took: milliseconds of a prompt, and of loading a model. */
export const runMs = 4_000;
export const loadMs = 12_000;

/** Repeatable numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * The load of a studio's afternoon: four owners, each with a model that they prefer, in bursts of 1 to 12 prompts. The
 * models are used in shares of about 45, 33 and 22 of 100.
 */
export function mixedLoad(count: number, seed = 7): readonly LoadPrompt[] {
  const random = numbers(seed);
  const owners = [
    ["ada", "sdxl"],
    ["ben", "flux"],
    ["cho", "sdxl"],
    ["dia", "wan"],
  ] as const;
  const models = ["sdxl", "flux", "wan"] as const;
  const prompts: LoadPrompt[] = [];
  for (let atMs = 0; prompts.length < count; atMs += random() * 16_000) {
    const [owner, preferred] = owners[Math.floor(random() * owners.length)] ?? owners[0];
    const other = models[Math.floor(random() * models.length)] ?? preferred;
    const model = random() < 0.75 ? preferred : other;
    for (let burst = 1 + Math.floor(random() * 12); burst > 0 && prompts.length < count; burst--)
      prompts.push({ id: `p${prompts.length}`, owner, model, atMs });
  }
  return prompts;
}

export interface LoadResult {
  readonly switches: number;
  /** When each prompt had ended, in milliseconds, by id. */
  readonly ended: ReadonlyMap<string, number>;
  readonly endMs: number;
}

interface Worker {
  readonly name: string;
  loaded: readonly string[];
  times: RunTimes;
  lastServed: number;
  busyUntil: number;
}

/** Chooses the next prompt and its member, or nothing. */
export type Policy = (
  waiting: readonly WaitingPrompt[],
  members: readonly MemberView[],
  served: number,
) => { readonly id: string; readonly member: string } | undefined;

/** The first prompt in the order of turns, on the member that was idle for longest. */
export const roundRobin: Policy = (waiting, members) => {
  const [first] = waiting;
  const [idle] = members
    .filter(({ takes }) => takes === "now")
    .sort((one, other) => one.lastServed - other.lastServed);
  return first === undefined || idle === undefined ? undefined : { id: first.id, member: idle.name };
};

/** Runs a load. `load` is the time of a load of models; 0 for an ideal without loads. */
export function runLoad(
  prompts: readonly LoadPrompt[],
  count: number,
  policy: Policy = chooseNext,
  load = loadMs,
): LoadResult {
  const names = Array.from({ length: count }, (_, index) => `m${index}`);
  const workers: readonly Worker[] = names.map((name) => ({
    name,
    loaded: [],
    times: noTimes,
    lastServed: -1,
    busyUntil: 0,
  }));
  const all = new Set(names);
  const ended = new Map<string, number>();
  let waiting: readonly WaitingPrompt[] = [];
  let [turns, served, switches, next, now] = [noTurns, 0, 0, 0, 0];
  const viewOf = (worker: Worker): MemberView => ({
    name: worker.name,
    loaded: worker.loaded,
    times: worker.times,
    weight: 1,
    lastServed: worker.lastServed,
    takes: worker.busyUntil <= now ? "now" : "no",
    ...(worker.busyUntil > now && { restMs: worker.busyUntil - now }),
  });
  const arrive = ({ id, owner, model }: LoadPrompt): void => {
    const taken: { readonly turns: typeof turns; readonly turn: Turn } = takeTurn(turns, owner);
    turns = taken.turns;
    const ahead = waiting.filter(({ turn }) => compareTurns(turn, taken.turn) < 0).length;
    const prompt = { id, turn: taken.turn, models: [model], members: all, ahead, servedBefore: served };
    waiting = [...waiting, prompt].sort((one, other) => compareTurns(one.turn, other.turn));
  };
  for (;;) {
    for (let due = prompts[next]; due !== undefined && due.atMs <= now; due = prompts[++next]) arrive(due);
    for (;;) {
      const choice = policy(waiting, workers.map(viewOf), served);
      const prompt = waiting.find(({ id }) => id === choice?.id);
      const worker = workers.find(({ name }) => name === choice?.member);
      if (prompt === undefined || worker === undefined) break;
      const isCold = !isWarm(worker, prompt.models);
      const tookMs = runMs + (isCold ? load : 0);
      if (isCold) switches++;
      worker.loaded = prompt.models;
      worker.times = noteRun(worker.times, modelsKey(prompt.models), tookMs, isCold);
      worker.lastServed = ++served;
      worker.busyUntil = now + tookMs;
      turns = serveTurn(turns, prompt.turn);
      ended.set(prompt.id, worker.busyUntil);
      waiting = waiting.filter(({ id }) => id !== prompt.id);
    }
    const moments = [
      ...workers.map(({ busyUntil }) => busyUntil).filter((moment) => moment > now),
      ...prompts.slice(next, next + 1).map(({ atMs }) => atMs),
    ];
    if (moments.length === 0) break;
    now = Math.min(...moments);
  }
  return { switches, ended, endMs: Math.max(...ended.values()) };
}

/**
 * The fewest loads of any schedule that does the work of each model in `endMs`: a model needs as many members as its
 * work fills, and members that are full with one model are shared by none.
 */
export function fewestSwitches(prompts: readonly LoadPrompt[], count: number): number {
  const perModel = new Map<string, number>();
  for (const { model } of prompts) perModel.set(model, (perModel.get(model) ?? 0) + 1);
  const capacity = prompts.length / count;
  // Members are filled one after the other (McNaughton): a model that crosses the border of two members is loaded on both.
  let loads = 0;
  let filled = 0;
  for (const amount of [...perModel.values()].sort((one, other) => other - one)) {
    const before = filled;
    filled += amount;
    loads += Math.ceil(filled / capacity - 1e-9) - Math.floor(before / capacity + 1e-9);
  }
  return loads;
}

/** Mean milliseconds from arrival to end, by owner. */
export function waitsOf(prompts: readonly LoadPrompt[], { ended }: LoadResult): ReadonlyMap<string, number> {
  const sums = new Map<string, { total: number; count: number }>();
  for (const { id, owner, atMs } of prompts) {
    const sum = sums.get(owner) ?? { total: 0, count: 0 };
    sums.set(owner, { total: sum.total + (ended.get(id) ?? 0) - atMs, count: sum.count + 1 });
  }
  return new Map([...sums].map(([owner, { total, count }]) => [owner, total / count]));
}
