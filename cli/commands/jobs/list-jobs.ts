// `pictor jobs list`: what waits, what runs, and how the latest prompts of a server ended.

import { backendLabel } from "../../backends/backend-label.js";
import { keepsJobs } from "../../backends/job-commands.js";
import { jobRows } from "../../backends/jobs-table.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { openLimitedBackend } from "./open-backend.js";
import type { JobsOptions } from "./open-backend.js";

export interface JobsListOptions extends JobsOptions {
  readonly limit?: string;
}

const usualLimit = 10;

function parseLimit(text: string | undefined): number {
  if (text === undefined) return usualLimit;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const what = `--limit: expected a whole number from 0 to 9999, found "${text}".`;
  throw new UsageError(
    "USAGE_VALUE",
    what,
    "It is the number of endings to show; all that waits or runs is shown.",
  );
}

/** Shows the prompts of one backend. */
export async function list(host: CommandHost, options: JobsListOptions): Promise<ExitCode> {
  const { terminal, signal } = host;
  const limit = parseLimit(options.limit);
  const { backend, instance } = await openLimitedBackend(host, options.backend);
  const info = await backend.info({ signal });
  const jobs = await backend.prompts({ limit, signal });
  if (terminal.json) {
    terminal.record({ type: "result", status: "finished", exitCode: 0, backend: info, jobs });
    return exitCode("finished");
  }
  const place = backendLabel(instance.name, info.title);
  if (jobs.length === 0) {
    const why = keepsJobs(info) ? "" : " It runs inside this command only.";
    // Of those that have ended none was asked for.
    terminal.note(`${limit === 0 ? `Nothing waits or runs on ${place}` : `${place} has no jobs`}.${why}`);
  } else {
    terminal.note(place);
    terminal.result(terminal.redact(terminal.table(jobRows(jobs, Date.now()))));
  }
  return exitCode("finished");
}

export const listJobs = (options: JobsListOptions, { globals, streams }: Invocation): Promise<ExitCode> =>
  runWithHost({ globals, streams }, (host) => list(host, options));
