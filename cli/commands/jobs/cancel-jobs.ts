// `pictor jobs cancel`: cancels queued or running jobs on a server, and reports the outcome of each.

import type { CancelOutcome } from "@pictor/kernel";
import { rememberRemoved } from "../../backends/removed-prompts.js";
import { endingOfError, type Ending, type ExitCode } from "../../base/exit-codes.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { ended } from "../../output/finished.js";
import { describeError } from "../../output/error-report.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine } from "../../text/plain-text.js";
import { findJobs } from "./find-jobs.js";
import { openLimitedBackend } from "./open-backend.js";

export type CancelReport =
  | { readonly promptId: string; readonly outcome: CancelOutcome }
  | {
      readonly promptId: string;
      readonly outcome: "failed";
      readonly error: { readonly code: string; readonly message: string };
    };

const sentences: Readonly<Record<CancelOutcome, string>> = {
  removed: "removed from the queue",
  interrupting: "is being interrupted",
  gone: "is neither queued nor running: it has ended, or the backend does not know it",
  refused:
    "not cancelled: the backend can interrupt only the running job, and another job is running now; try again",
};

/** Cancels the jobs one by one, after all ids have been looked up. */
export async function runCancel(
  host: CommandHost,
  typed: readonly string[],
  options: BackendOption,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const { backend } = await openLimitedBackend(host, options.backend);
  const info = await backend.info({ signal });
  const cancelled: CancelReport[] = [];
  const failures: Ending[] = [];
  for (const promptId of await findJobs(backend, typed, signal)) {
    signal.throwIfAborted();
    try {
      const outcome = await backend.cancel(promptId, { signal });
      cancelled.push({ promptId, outcome });
      if (outcome === "removed") await rememberRemoved(host.streams.env, promptId);
      if (outcome === "refused") failures.push("backend");
    } catch (error) {
      const complaint = describeError(error);
      const { code, what } = complaint;
      cancelled.push({ promptId, outcome: "failed", error: { code, message: what } });
      failures.push(endingOfError(complaint));
    }
  }
  // A job that has already ended is not a failure. The first failure sets the exit code.
  const ending = failures[0] ?? "finished";
  const status = ending === "finished" ? "finished" : "failed";
  const code = ended(terminal, ending, { status, backend: info, jobs: cancelled });
  if (terminal.json) return code;
  for (const job of cancelled) {
    const text = job.outcome === "failed" ? `not cancelled: ${job.error.message}` : sentences[job.outcome];
    terminal.result(terminal.redact(`${oneLine(job.promptId)}: ${oneLine(text)}`));
  }
  return code;
}

export const cancelJobs = hostedCommand(runCancel);
