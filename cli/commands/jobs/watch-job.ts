// `pictor jobs watch`: follows a job that was already submitted, and saves its outputs as `generate` does.

import { resolve } from "node:path";
import { jobTitle } from "../../backends/job-title.js";
import type { GenerationResult } from "@pictor/kernel";
import { wasRemoved } from "../../backends/removed-prompts.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { createReport } from "../../generation-report/generation-report.js";
import { endingOf } from "../../generation-report/result-ending.js";
import { realTicker } from "../../output/ticker.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { jobOwner } from "../../session/job-owner.js";
import { oneLine } from "../../text/plain-text.js";
import { findJobs } from "./find-jobs.js";
import { openLimitedBackend } from "./open-backend.js";

interface JobsWatchOptions extends BackendOption {
  readonly out?: string;
  readonly saveText?: true;
}

/** A prompt that a command of this user has removed from the queue is not lost, although its server does not know it. */
async function endingOfRemoved(
  result: GenerationResult,
  promptId: string,
  { streams, terminal }: CommandHost,
): Promise<GenerationResult> {
  if (result.status !== "lost" || !(await wasRemoved(streams.env, promptId))) return result;
  const { error: _lost, ...rest } = result;
  terminal.note(
    `${oneLine(promptId)} was removed from the queue by \`pictor jobs cancel\`, and has not run.`,
  );
  return { ...rest, status: "interrupted", by: "caller" };
}

/** Ctrl-C stops watching; the job continues. */
export async function runWatch(
  host: CommandHost,
  typed: string,
  options: JobsWatchOptions,
): Promise<ExitCode> {
  const { kernel, terminal, signal } = host;
  const { instance, backend } = await openLimitedBackend(host, options.backend);
  const { name, auth } = instance;
  const info = await backend.info({ signal });
  const [promptId = typed] = await findJobs(backend, [typed], signal);
  const title = jobTitle((await backend.fetchSubmission(promptId, { signal }))?.record);
  signal.throwIfAborted();

  const start = {
    title: title === undefined ? promptId : `${promptId}: ${title}`,
    count: 1,
    backend: info,
    out: options.out,
    ...(auth !== undefined && { auth }),
  };
  const report = createReport(terminal, start, realTicker);
  const directory = options.out === undefined ? {} : { directory: resolve(options.out) };
  const owner = jobOwner(host.streams.env);
  const followed = kernel.attach({
    promptId,
    ...(owner !== undefined && { owner }),
    backend: name,
    ...directory,
    savesTexts: options.saveText === true,
    signal,
  });
  for await (const event of followed.events) {
    // After Ctrl-C a `job` event means that the following has ended, not the job.
    if (!signal.aborted || event.type !== "job") report.event(event);
  }
  const result = await endingOfRemoved(await followed.result, promptId, host);
  if (signal.aborted && result.status === "interrupted") {
    report.detached({ promptId, backend: name, out: options.out }, exitCode("interrupted"));
    return exitCode("interrupted");
  }
  const code = exitCode(endingOf(result));
  report.ended(result, code);
  return code;
}

export const watchJob = hostedCommand(runWatch);
