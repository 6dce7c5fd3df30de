// Finds jobs by their whole id or by a unique prefix.

import type { Backend, PromptSummary } from "@pictor/kernel";
import { jobRows } from "../../backends/jobs-table.js";
import { UsageError } from "../../base/usage-error.js";
import { table } from "../../text/table.js";

/** Number of ended jobs that are searched. */
const searchLimit = 200;
const shownCandidates = 6;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const candidates = (jobs: readonly PromptSummary[], nowMs: number): string => {
  const more = jobs.length > shownCandidates ? `\n  and ${jobs.length - shownCandidates} more` : "";
  const [, ...rows] = jobRows(jobs, nowMs);
  return `\n${table(rows.slice(0, shownCandidates), "  ")}${more}`;
};

/** Returns the id that `typed` matches. Throws a UsageError if `typed` matches no job, or several. Pure. */
function chooseJob(jobs: readonly PromptSummary[], typed: string, nowMs: number): string {
  // An empty text, which usually comes from an unset variable, would match every id.
  const found = typed === "" ? [] : jobs.filter(({ promptId }) => promptId.startsWith(typed));
  const exact =
    found.find(({ promptId }) => promptId === typed) ?? (found.length === 1 ? found[0] : undefined);
  if (exact !== undefined) return exact.promptId;
  if (found.length > 1) {
    const hint = `Type more characters:${candidates(found, nowMs)}`;
    throw new UsageError("USAGE_VALUE", `"${typed}" matches ${found.length} jobs.`, hint);
  }
  const known = jobs.length === 0 ? "It has no jobs." : `The latest jobs are:${candidates(jobs, nowMs)}`;
  const hint = `${known}\n  --backend chooses another server.`;
  throw new UsageError("USAGE_VALUE", `No job of this backend has an id that begins with "${typed}".`, hint);
}

/**
 * The ids that `typed` matches, without duplicates. A whole lower-case id is not looked up. A whole id with capital letters is
 * used unchanged if the server lists it, because some programs create such ids; else it is converted to lower case.
 */
export async function findJobs(
  backend: Pick<Backend, "prompts">,
  typed: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const isWholeId = (text: string): boolean => uuid.test(text) && text === text.toLowerCase();
  const jobs = typed.every(isWholeId) ? [] : await backend.prompts({ limit: searchLimit, signal });
  const isListed = (text: string): boolean => jobs.some(({ promptId }) => promptId === text);
  const found = typed.map((text) => {
    if (!uuid.test(text)) return chooseJob(jobs, text, Date.now());
    return isListed(text) ? text : text.toLowerCase();
  });
  return [...new Set(found)];
}
