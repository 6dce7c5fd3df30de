// The prompts of a server as rows: a prefix that names each of them, state, what it makes, age. Pure.

import type { PromptSummary } from "@pictor/host";
import { oneLine } from "../text/plain-text.js";
import { durationText } from "../text/time-text.js";
import { jobTitle } from "./job-title.js";

const shortest = 8;

/** For each id the shortest prefix that is nobody else's, of eight characters at least. */
export function uniquePrefixes(ids: readonly string[]): readonly string[] {
  const shared = (a: string, b: string): number => {
    let length = 0;
    while (length < a.length && a[length] === b[length]) length++;
    return length;
  };
  const sorted = [...ids].sort();
  const lengths = new Map(
    sorted.map((id, index) => {
      const beside = [sorted[index - 1] ?? "", sorted[index + 1] ?? ""];
      return [id, Math.max(shortest, 1 + Math.max(...beside.map((other) => shared(id, other))))];
    }),
  );
  return ids.map((id) => id.slice(0, lengths.get(id)));
}

/** `queued, 2 before`; what has ended well is finished, as it is said of a generation. */
export function stateText({ state, ahead }: PromptSummary): string {
  if (state === "succeeded") return "finished";
  if (state !== "queued" || ahead === undefined) return state;
  return ahead === 0 ? "queued, next" : `queued, ${ahead} before`;
}

const ageOf = ({ createdAt }: PromptSummary, nowMs: number): string =>
  createdAt === undefined ? "" : durationText(Math.max(0, nowMs - createdAt));

/** A heading and a row for each prompt, in the order given. */
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
