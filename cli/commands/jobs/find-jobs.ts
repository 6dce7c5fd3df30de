// Which prompt is meant by what was typed: a whole id, or the beginning of one that the server knows.

import type { Backend, PromptSummary } from "@pictor/host";
import { jobRows } from "../../backends/jobs-table.js";
import { UsageError } from "../../base/usage-error.js";
import { table } from "../../text/table.js";

/** Endings among which a beginning is looked up. */
const searchLimit = 200;
const shownCandidates = 6;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const candidates = (jobs: readonly PromptSummary[], nowMs: number): string => {
  const more = jobs.length > shownCandidates ? `\n  and ${jobs.length - shownCandidates} more` : "";
  const [, ...rows] = jobRows(jobs, nowMs);
  return `\n${table(rows.slice(0, shownCandidates), "  ")}${more}`;
};

/** Throws a UsageError for what names no prompt of `jobs`, or several. Pure. */
export function chooseJob(jobs: readonly PromptSummary[], typed: string, nowMs: number): string {
  // An empty text begins every id: it comes from a variable that is not set.
  const found = typed === "" ? [] : jobs.filter(({ promptId }) => promptId.startsWith(typed));
  const exact =
    found.find(({ promptId }) => promptId === typed) ?? (found.length === 1 ? found[0] : undefined);
  if (exact !== undefined) return exact.promptId;
  if (found.length > 1) {
    const hint = `Type more of it:${candidates(found, nowMs)}`;
    throw new UsageError("USAGE_VALUE", `"${typed}" is the beginning of ${found.length} jobs.`, hint);
  }
  const known = jobs.length === 0 ? "It has none." : `Its latest are:${candidates(jobs, nowMs)}`;
  const hint = `${known}\n  Another server is named with --backend.`;
  throw new UsageError("USAGE_VALUE", `No job of this backend begins with "${typed}".`, hint);
}

/**
 * The ids that are meant, each once. A whole id is taken as it is: the server tells whether it knows it. One with
 * capitals is looked up before: some programs give such ids, and everybody else means the small letters.
 */
export async function findJobs(
  backend: Pick<Backend, "prompts">,
  typed: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const isClear = (text: string): boolean => uuid.test(text) && text === text.toLowerCase();
  const jobs = typed.every(isClear) ? [] : await backend.prompts({ limit: searchLimit, signal });
  const isListed = (text: string): boolean => jobs.some(({ promptId }) => promptId === text);
  const found = typed.map((text) => {
    if (!uuid.test(text)) return chooseJob(jobs, text, Date.now());
    return isListed(text) ? text : text.toLowerCase();
  });
  return [...new Set(found)];
}
