// The entries of the queue, with their positions and the expected waiting times. Pure functions.

import { isEnded, type BackendPrompt, type Job } from "@pictor/client";
import { shownFault } from "../../api/errors.js";
import { dotted } from "../../parts/texts.js";
import { roughText } from "../../shell/clock.js";
import { hasFailed, isWaiting, percentOf, stateText } from "../jobs/job-text.js";

const shownFailures = 3;
const averaged = 5;

/** Jobs that have not ended, oldest first, and the newest failed jobs that the user has not dismissed. */
export function entriesOf(newestFirst: readonly Job[], dismissed: readonly string[]): readonly Job[] {
  const open = newestFirst.filter((job) => !isEnded(job)).reverse();
  const failed = newestFirst.filter((job) => hasFailed(job) && !dismissed.includes(job.id));
  return [...open, ...failed.slice(0, shownFailures)];
}

/** The usual time that the backend works on one batch: the average of the last jobs, without the time for which they waited. */
export function usualMs(newestFirst: readonly Job[]): number | undefined {
  const times = newestFirst
    .filter(({ state }) => state === "finished")
    .slice(0, averaged)
    .map(
      ({ createdAtMs, startedAtMs = createdAtMs, endedAtMs = startedAtMs, count }) =>
        Math.max(0, endedAtMs - startedAtMs) / Math.max(1, count),
    );
  return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0) / times.length;
}

/**
 * What is left of a job: of one that runs what the server expects, which the stage shows too; else its batches at the
 * usual time.
 */
function leftMs({ progress, count }: Job, usual: number, nowMs: number): number {
  const expected = progress?.expectedEndAtMs;
  if (expected !== undefined) return Math.max(0, expected - nowMs);
  return usual * Math.max(1, count) * (1 - (progress?.overall ?? 0));
}

/** The jobs before a job that have not ended. */
function openBefore({ id }: Job, entries: readonly Job[]): readonly Job[] {
  const open = entries.filter((other) => !isEnded(other));
  const own = open.findIndex((other) => other.id === id);
  return open.slice(0, Math.max(0, own));
}

/** The expected time until a waiting job begins: what is left of the jobs before it, and a batch for each prompt of others. */
export function waitMs(
  job: Job,
  entries: readonly Job[],
  foreign: number,
  { usual, nowMs }: { readonly usual: number | undefined; readonly nowMs: number },
): number | undefined {
  if (usual === undefined) return undefined;
  const left = openBefore(job, entries).map((other) => leftMs(other, usual, nowMs));
  return left.reduce((sum, ms) => sum + ms, foreign * usual);
}

export interface Place {
  /** Number of entries that run before the job: jobs and prompts of other programs. */
  readonly ahead: number;
  /** Why the job does not move until somebody does something, such as the end of a pause. Absent if others merely come first. */
  readonly obstacle?: string;
}

/** Where a waiting job stands. */
export function placeOf(job: Job, entries: readonly Job[], prompts: readonly BackendPrompt[]): Place {
  const { ahead = 0, wait = job.wait } =
    prompts.find(({ promptId }) => promptId === job.promptIds.at(-1)) ?? {};
  return {
    ahead: Math.max(openBefore(job, entries).length, ahead),
    ...(wait !== undefined && wait.why !== "turn" && { obstacle: wait.detail }),
  };
}

/** Number of prompts of other programs and users on the backend. */
export function foreignCount(prompts: readonly BackendPrompt[], jobs: readonly Job[]): number {
  const own = new Set(jobs.flatMap(({ promptIds }) => promptIds));
  return prompts.filter(({ promptId }) => !own.has(promptId)).length;
}

/** The position of a waiting job, such as `Waiting · next · about 20 s`, or what keeps it from running. */
export function placeText(job: Job, { ahead, obstacle }: Place, wait: number | undefined): string {
  if (hasFailed(job))
    return dotted(stateText(job), job.error === undefined ? "nothing was made" : shownFault(job.error).text);
  if (!isWaiting(job)) return dotted(stateText(job), job.progress !== undefined && `${percentOf(job)} %`);
  if (obstacle !== undefined) return dotted("Waiting", obstacle);
  const place = ahead <= 1 ? "next" : `${ahead} before it`;
  return dotted("Waiting", place, wait !== undefined && ahead > 0 && `in about ${roughText(wait)}`);
}
