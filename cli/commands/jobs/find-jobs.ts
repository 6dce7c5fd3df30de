// Finds jobs by their whole id or by a unique prefix.

import type { Backend, PromptSummary } from "@pictor/kernel";
import { jobRows } from "../../backends/jobs-table.js";
import { candidateLines, chooseId } from "../../input/choose-id.js";
import { table } from "../../text/table.js";

/** Number of ended jobs that are searched. */
const searchLimit = 200;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id that `typed` matches. Throws a UsageError that shows the jobs in question. */
function chooseJob(jobs: readonly PromptSummary[], typed: string): string {
  const ids = jobs.map(({ promptId }) => promptId);
  const [, ...rows] = jobRows(jobs, Date.now());
  const lines = (shown: readonly string[]): readonly string[] =>
    table(rows.filter((_row, index) => shown.includes(ids[index] ?? ""))).split("\n");
  const known =
    jobs.length === 0 ? "The backend has no jobs." : `The latest jobs are:${candidateLines(ids, lines)}`;
  const hint = `${known}\n  --backend chooses another server.`;
  return chooseId(ids, typed, { plural: "jobs", lines, none: ["No job of this backend has an id", hint] });
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
    if (!uuid.test(text)) return chooseJob(jobs, text);
    return isListed(text) ? text : text.toLowerCase();
  });
  return [...new Set(found)];
}
