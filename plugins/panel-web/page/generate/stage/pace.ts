// The speed of a job and its remaining time, from its progress over time. Pure functions.

import type { JobProgress } from "@pictor/client";

export interface Sample extends JobProgress {
  /** Time of the sample in milliseconds since 1970. */
  readonly atMs: number;
}

/** Age in milliseconds after which a sample no longer counts for the present speed. */
const windowMs = 20_000;
const maxSamples = 200;
/** The shortest span in milliseconds that is used. A shorter one would measure the network instead of the sampler. */
const minSpanMs = 400;

const isSame = (one: JobProgress, other: JobProgress): boolean =>
  one.overall === other.overall &&
  one.value === other.value &&
  one.node === other.node &&
  one.batch === other.batch;

/** Adds the present progress to the samples. The samples are cleared when a job starts again. */
export function withSample(
  samples: readonly Sample[],
  progress: JobProgress,
  atMs: number,
): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && isSame(last, progress)) return samples;
  const kept = last !== undefined && progress.overall < last.overall ? [] : samples;
  return [
    ...kept.filter((sample) => atMs - sample.atMs <= windowMs).slice(1 - maxSamples),
    { ...progress, atMs },
  ];
}

/** Milliseconds until the end; undefined while there are too few samples. */
export function remainingMs(samples: readonly Sample[], nowMs: number): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const spanMs = last.atMs - first.atMs;
  const done = last.overall - first.overall;
  if (spanMs < minSpanMs || done <= 0) return undefined;
  return Math.max(0, ((1 - last.overall) * spanMs) / done - (nowMs - last.atMs));
}

/** Sampler steps per second; undefined for a node without steps. */
export function stepsPerSecond(samples: readonly Sample[]): number | undefined {
  const last = samples.at(-1);
  if (last === undefined || last.max < 2) return undefined;
  const first = samples.find(({ node, batch }) => node === last.node && batch === last.batch);
  const spanMs = last.atMs - (first?.atMs ?? last.atMs);
  const steps = last.value - (first?.value ?? last.value);
  return spanMs < minSpanMs || steps <= 0 ? undefined : (steps * 1000) / spanMs;
}

/** The speed as a text: `3.1 steps/s`, or for a slow sampler `4.2 s/step`. */
export function paceText(perSecond: number): string {
  return perSecond >= 1 ? `${perSecond.toFixed(1)} steps/s` : `${(1 / perSecond).toFixed(1)} s/step`;
}
