// Jobs that a stop or a restart of a server would lose, and the question about them.

import type { PromptSummary } from "@pictor/kernel";
import { lossQuestion, type ServerWork } from "@pictor/features/backends";
import type { CommandHost } from "../session/command-host.js";
import { confirmOrThrow, type ConfirmOptions } from "../session/confirm.js";
import { runWithSteps } from "../session/run-with-steps.js";
import { table } from "../text/table.js";
import { jobRows } from "./jobs-table.js";

/** The jobs as the lines of a table. */
export const jobLines = (jobs: readonly PromptSummary[]): readonly string[] =>
  table(jobRows(jobs, Date.now())).split("\n");

/**
 * A change of a server on the terminal: shows the steps, and asks before jobs are lost. `verb` names the change as an
 * imperative, such as `Stop`.
 */
export const serverWork = (
  host: CommandHost,
  verb: string,
  server: string,
  { yes }: ConfirmOptions,
): ServerWork => ({
  signal: host.signal,
  withSteps: (run) => runWithSteps(host, run),
  mayLose: (jobs) => {
    const hint = "Wait for them (`pictor jobs list` shows them), or give --yes.";
    const question = { ...lossQuestion(verb, server, jobs), detail: jobLines(jobs), hint };
    return confirmOrThrow(host, question, yes);
  },
});
