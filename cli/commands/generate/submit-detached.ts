// `pictor generate --detach`: submits and exits; the server continues the jobs.

import type { Backend, BackendInfo, GenerateRequest, SubmissionResult } from "@pictor/kernel";
import { keepsJobs } from "../../backends/job-commands.js";
import { isRunning } from "@pictor/features/backends";
import { UsageError } from "../../base/usage-error.js";
import type { GenerationReport } from "../../generation-report/generation-report.js";
import type { CommandHost } from "../../session/command-host.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";

/** Throws a UsageError for a backend inside this process, because its jobs would end with the command. */
export function requirePersistentBackend(info: BackendInfo): void {
  if (keepsJobs(info)) return;
  throw new UsageError(
    "USAGE_OPTION",
    `--detach: the backend ${info.name} runs inside this command; the job would end with it.`,
    "Start a server with `pictor backend serve` and name it with --backend remote, or leave out --detach.",
  );
}

/** Starts the server so that it keeps running after this command, and prints how to stop it. */
export async function startToKeepRunning(
  host: Pick<CommandHost, "terminal" | "signal">,
  { name }: BackendInfo,
  { facets: { lifecycle } }: Pick<Backend, "facets">,
): Promise<void> {
  const { terminal, signal } = host;
  if (lifecycle?.start === undefined) return;
  const { start } = lifecycle;
  const state = await lifecycle.state({ signal });
  if ("owner" in state && state.owner === "other") {
    terminal.say(
      `Another program has started ${oneLine(name)}; the job ends when that program stops the server.`,
    );
    return;
  }
  if (isRunning(state)) return;
  await runWithSteps(host, (options) => start.call(lifecycle, { ...options, keep: true }));
  terminal.say(`${oneLine(name)} keeps running; to stop it: pictor backend stop ${shellWord(name)}`);
}

/** Submits the request; the report receives the events until the last prompt is queued. */
export async function submitDetached(
  { kernel, signal }: Pick<CommandHost, "kernel" | "signal">,
  request: Omit<GenerateRequest, "directory">,
  report: GenerationReport,
): Promise<SubmissionResult> {
  const removeTap = kernel.hooks.onEvent.tap({}, (event) => {
    report.event(event);
    return undefined;
  });
  try {
    return await kernel.submit({ ...request, signal });
  } finally {
    removeTap();
  }
}
