// Measured times of runs on one server, smoothed, by the models that they use. Pure.

import { keepNewest, type PromptState } from "@pictor/kernel/plugin";

interface Times {
  /** Milliseconds of a sampling step. */
  readonly stepMs?: number;
  /** Milliseconds of a run whose models were loaded before. */
  readonly warmMs?: number;
  /** Milliseconds of a run that had to load its models. */
  readonly coldMs?: number;
}

/** By `modelsKey`. */
export type RunTimes = ReadonlyMap<string, Times>;

export const noTimes: RunTimes = new Map();

/** The weight of a new measurement. */
const share = 0.3;
const longestKept = 200;

const smooth = (before: number | undefined, ms: number): number =>
  before === undefined ? ms : before + share * (ms - before);

function replaceTimes(times: RunTimes, models: string, change: (before: Times) => Times): RunTimes {
  const next = new Map(times);
  const before = next.get(models) ?? {};
  next.delete(models);
  next.set(models, change(before));
  keepNewest(next, longestKept);
  return next;
}

/** Notes the time of a step. */
export const noteStep = (times: RunTimes, models: string, ms: number): RunTimes =>
  replaceTimes(times, models, (before) => ({ ...before, stepMs: smooth(before.stepMs, ms) }));

/**
 * Whether a run says how long such runs take: one that the server has answered from its cache does not. Models that stay
 * loaded count as cached, too, but a run with steps has sampled.
 */
export const isTimed = (record: PromptState, { steps }: { readonly steps?: unknown }): boolean =>
  record.state === "succeeded" && (steps !== undefined || (record.cached ?? []).length === 0);

/** Notes the time of a run that has succeeded; `isCold` if the models had to be loaded. */
export const noteRun = (times: RunTimes, models: string, ms: number, isCold: boolean): RunTimes =>
  replaceTimes(times, models, (before) =>
    isCold
      ? { ...before, coldMs: smooth(before.coldMs, ms) }
      : { ...before, warmMs: smooth(before.warmMs, ms) },
  );

export const stepMsOf = (times: RunTimes, models: string): number | undefined => times.get(models)?.stepMs;

/** The expected milliseconds of a run whose models are loaded; undefined before the first measurement. */
export const runMsOf = (times: RunTimes, models: string): number | undefined => times.get(models)?.warmMs;

/** The expected milliseconds for loading the models; undefined before the first measurements. */
export function loadMsOf(times: RunTimes, models: string): number | undefined {
  const { warmMs, coldMs } = times.get(models) ?? {};
  return warmMs === undefined || coldMs === undefined ? undefined : Math.max(0, coldMs - warmMs);
}

/** How many runs fit into the time of a load, on average over all models; 0 before the first measurements. */
export function loadRunsOf(times: RunTimes): number {
  let [loads, runs] = [0, 0];
  for (const models of times.keys()) {
    const [loadMs, runMs] = [loadMsOf(times, models), runMsOf(times, models)];
    if (loadMs === undefined || runMs === undefined) continue;
    loads += loadMs;
    runs += runMs;
  }
  return loads / Math.max(1, runs);
}

/** How far a run is. */
export interface RunProgress {
  readonly elapsedMs: number;
  /** The steps of the present node that are still to be done, if it has reported steps. */
  readonly stepsLeft?: number;
}

/** The expected rest of a run in milliseconds; undefined if nothing was measured that allows an estimate. */
export function restMsOf(times: RunTimes, models: string, progress: RunProgress): number | undefined {
  const { stepMs, warmMs } = times.get(models) ?? {};
  const { elapsedMs, stepsLeft } = progress;
  if (stepsLeft !== undefined && stepMs !== undefined) return stepsLeft * stepMs;
  return warmMs === undefined ? undefined : Math.max(0, warmMs - elapsedMs);
}
