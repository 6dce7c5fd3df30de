// The entries of the queue, with their positions and the expected waiting times. Pure functions.

import { isEnded, type BackendPrompt, type Job } from "@pictor/client";
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

/** The usual time from submission to end, from the last jobs that did not wait for another job. */
export function usualMs(newestFirst: readonly Job[]): number | undefined {
  const times = newestFirst
    .filter(({ state }) => state === "finished")
    .slice(0, averaged)
    .map(({ createdAtMs, endedAtMs = createdAtMs }) => endedAtMs - createdAtMs);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Number of entries that run before the job: jobs and prompts of other programs. */
export function aheadOf(job: Job, entries: readonly Job[], prompts: readonly BackendPrompt[]): number {
  const own = entries.filter((other) => !isEnded(other)).findIndex(({ id }) => id === job.id);
  const prompt = prompts.find(({ promptId }) => promptId === job.promptIds.at(-1));
  return Math.max(own, prompt?.ahead ?? 0);
}

/** Number of prompts of other programs and users on the backend. */
export function foreignCount(prompts: readonly BackendPrompt[], jobs: readonly Job[]): number {
  const own = new Set(jobs.flatMap(({ promptIds }) => promptIds));
  return prompts.filter(({ promptId }) => !own.has(promptId)).length;
}

/** The position of a waiting job, such as `Waiting · next · about 20 s`. */
export function placeText(job: Job, ahead: number, usual: number | undefined): string {
  if (hasFailed(job)) return `${stateText(job)} · ${job.error?.what ?? "nothing was made"}`;
  if (!isWaiting(job))
    return [stateText(job), ...(job.progress === undefined ? [] : [`${percentOf(job)} %`])].join(" · ");
  const place = ahead <= 1 ? "next" : `${ahead} before it`;
  const wait = usual === undefined || ahead === 0 ? [] : [`in about ${roughText(usual * ahead)}`];
  return ["Waiting", place, ...wait].join(" · ");
}
