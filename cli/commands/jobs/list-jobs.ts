// `pictor jobs list`: the queued and running jobs of a server, and those that ended last.

import { backendLabel } from "../../backends/backend-label.js";
import { keepsJobs } from "../../backends/job-commands.js";
import { jobRows } from "../../backends/jobs-table.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { parseWholeNumber } from "../../input/whole-number.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { openLimitedBackend } from "./open-backend.js";

interface JobsListOptions extends BackendOption {
  readonly limit?: string;
}

const limitOption = {
  option: "--limit",
  fallback: 10,
  min: 0,
  max: 9999,
  hint: "Give the number of ended jobs to show; queued and running jobs are always shown.",
};

export async function runList(host: CommandHost, options: JobsListOptions): Promise<ExitCode> {
  const { terminal, signal } = host;
  const limit = parseWholeNumber(options.limit, limitOption);
  const { backend, instance } = await openLimitedBackend(host, options.backend);
  const info = await backend.info({ signal });
  const jobs = await backend.prompts({ limit, signal });
  if (terminal.json) return finished(terminal, { backend: info, jobs });
  const label = backendLabel(instance.name, info.title);
  if (jobs.length === 0) {
    const why = keepsJobs(info) ? "" : " The backend runs only inside this command.";
    // With --limit 0 no ended jobs were requested, so the server may have some.
    terminal.note(
      `${limit === 0 ? `No job is queued or running on ${label}` : `${label} has no jobs`}.${why}`,
    );
  } else {
    terminal.note(label);
    terminal.result(terminal.redact(terminal.table(jobRows(jobs, Date.now()))));
  }
  return exitCode("finished");
}

export const listJobs = hostedCommand(runList);
