// `pictor jobs list`: what waits, what runs, and how the latest prompts of a server ended.

import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import { UsageError } from "../input/usage-error.js";
import type { JobsListOptions } from "../options.js";
import { placeText } from "../output/backend-place.js";
import { outlives } from "../output/job-step.js";
import { jobRows } from "../output/jobs-table.js";
import type { Invocation } from "../program.js";
import { openAsked } from "./jobs-backend.js";

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
export async function list(host: Host, options: JobsListOptions): Promise<ExitCode> {
  const { terminal, signal } = host;
  const limit = parseLimit(options.limit);
  const { backend, instance } = await openAsked(host, options.backend);
  const info = await backend.info({ signal });
  const jobs = await backend.prompts({ limit, signal });
  if (terminal.json) {
    terminal.record({ type: "result", status: "finished", exitCode: 0, backend: info, jobs });
    return exitCode("finished");
  }
  const place = placeText(instance.name, info.title);
  if (jobs.length === 0) {
    const why = outlives(info) ? "" : " It runs inside this command only.";
    // Of those that have ended none was asked for.
    terminal.note(`${limit === 0 ? `Nothing waits or runs on ${place}` : `${place} has no jobs`}.${why}`);
  } else {
    terminal.note(place);
    terminal.result(terminal.redact(terminal.table(jobRows(jobs, Date.now()))));
  }
  return exitCode("finished");
}

export const listJobs = (options: JobsListOptions, { globals, streams }: Invocation): Promise<ExitCode> =>
  withKernel({ globals, streams }, (host) => list(host, options));
