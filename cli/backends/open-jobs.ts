// Jobs that a stop or a restart of a server would lose, and the question about them.

import type { PromptSummary } from "@pictor/kernel";
import type { ServerWork } from "@pictor/features/backends";
import { UsageError } from "../base/usage-error.js";
import type { CommandHost } from "../session/command-host.js";
import type { ConfirmOptions } from "../session/confirm.js";
import { runWithSteps } from "../session/run-with-steps.js";
import { table } from "../text/table.js";
import { jobRows } from "./jobs-table.js";

/** Shows the jobs as a table on stderr. */
export function showJobs({ terminal }: Pick<CommandHost, "terminal">, jobs: readonly PromptSummary[]): void {
  terminal.note(terminal.redact(table(jobRows(jobs, Date.now()), "  ")));
}

/**
 * Asks whether the jobs may be lost. Resolves to true with `--yes`, or when the user agrees. Throws a UsageError if
 * nobody can be asked. `action` is an imperative with its object, such as "Stop studio".
 */
async function confirmInterruption(
  host: CommandHost,
  jobs: readonly PromptSummary[],
  action: string,
  { yes }: ConfirmOptions,
): Promise<boolean> {
  if (yes) return true;
  const { terminal, interaction } = host;
  const count = jobs.length === 1 ? "1 job is" : `${jobs.length} jobs are`;
  if (terminal.json || !interaction.hasPerson) {
    const what = `${action}: ${count} queued or running there, and nobody can be asked.`;
    const hint = "Wait for them (`pictor jobs list` shows them), or give --yes.";
    throw new UsageError("USAGE_OPTION", what, hint);
  }
  showJobs(host, jobs);
  const answer = await interaction.ask({
    title: `${action}? ${count} queued or running there and would be lost.`,
    choices: [
      { id: "yes", text: action.split(" ", 1)[0]?.toLowerCase() ?? "yes" },
      { id: "no", text: "leave it" },
    ],
    safeChoice: "no",
  });
  return answer === "yes";
}

/** A change of a server on the terminal: shows the steps, and asks before jobs are lost. */
export const serverWork = (host: CommandHost, action: string, options: ConfirmOptions): ServerWork => ({
  signal: host.signal,
  withSteps: (run) => runWithSteps(host, run),
  mayLose: (jobs) => confirmInterruption(host, jobs, action, options),
});
