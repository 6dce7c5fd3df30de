// Jobs of a server as table rows: unique prefix of the id, state, age, title. Pure.

import type { PromptSummary } from "@pictor/kernel";
import { oneLine } from "../text/plain-text.js";
import { durationText } from "../text/time-text.js";
import { jobTitle } from "./job-title.js";

const minPrefixLength = 8;

/** For each id, the shortest prefix of at least eight characters that no other id has. */
export function uniquePrefixes(ids: readonly string[]): readonly string[] {
  const commonPrefixLength = (a: string, b: string): number => {
    let length = 0;
    while (length < a.length && a[length] === b[length]) length++;
    return length;
  };
  const sorted = [...ids].sort();
  const lengths = new Map(
    sorted.map((id, index) => {
      const neighbours = [sorted[index - 1] ?? "", sorted[index + 1] ?? ""];
      return [
        id,
        Math.max(minPrefixLength, 1 + Math.max(...neighbours.map((other) => commonPrefixLength(id, other)))),
      ];
    }),
  );
  return ids.map((id) => id.slice(0, lengths.get(id)));
}

/**
 * The state of a job as text, such as `queued, 2 before, in about 30 s`. A succeeded job is called finished, as in the
 * report of a generation.
 */
export function stateText({ state, ahead, waitMs, wait }: PromptSummary): string {
  if (state === "succeeded") return "finished";
  // A prompt that waits for its turn has a place and a time; any other one waits until somebody does something.
  if (wait !== undefined && wait.why !== "turn") return `queued: ${oneLine(wait.detail)}`;
  if (state !== "queued" || ahead === undefined) return state;
  const place = ahead === 0 ? "queued, next" : `queued, ${ahead} before`;
  return waitMs === undefined ? place : `${place}, in about ${durationText(waitMs)}`;
}

const ageOf = ({ createdAt }: PromptSummary, nowMs: number): string =>
  createdAt === undefined ? "" : durationText(Math.max(0, nowMs - createdAt));

/** A heading and one row for each job. */
export function jobRows(jobs: readonly PromptSummary[], nowMs: number): readonly (readonly string[])[] {
  const prefixes = uniquePrefixes(jobs.map(({ promptId }) => promptId));
  const rows = jobs.map((job, index) => [
    oneLine(prefixes[index] ?? job.promptId),
    stateText(job),
    ageOf(job, nowMs),
    jobTitle(job.record) ?? "(of another program)",
  ]);
  return [["ID", "STATE", "AGE", "MAKES"], ...rows];
}
