// `pictor generate --detach`: submits and does not wait. The prompts are the server's from then on.

import type { Backend, BackendInfo, GenerateRequest, SubmissionResult } from "@pictor/host";
import { keepsJobs } from "../../backends/job-commands.js";
import { isUp } from "../../backends/open-instance.js";
import { UsageError } from "../../base/usage-error.js";
import type { Report } from "../../generation-report/generation-report.js";
import type { CommandHost } from "../../session/command-host.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";

/** Throws a UsageError for a backend that ends with this command, and the job with it. */
export function requireLasting(info: BackendInfo): void {
  if (keepsJobs(info)) return;
  throw new UsageError(
    "USAGE_OPTION",
    `--detach: the backend ${info.name} runs inside this command and ends with it, and so would the job.`,
    "Start a server that stays with `pictor backend serve`, and name it: --backend remote; or leave out --detach.",
  );
}

/** A server that is started from here would end with this command: it is started to stay, and that is said. */
export async function keepRunning(
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
      `Another program has started ${oneLine(name)}, and the job ends with it when that stops it.`,
    );
    return;
  }
  if (isUp(state)) return;
  await runWithSteps(host, (options) => start.call(lifecycle, { ...options, keep: true }));
  terminal.say(`${oneLine(name)} goes on; to end it: pictor backend stop ${shellWord(name)}`);
}

/** Events until the last prompt is queued go to the report. */
export async function submitDetached(
  { kernel, signal }: Pick<CommandHost, "kernel" | "signal">,
  request: Omit<GenerateRequest, "directory">,
  report: Report,
): Promise<SubmissionResult> {
  const untap = kernel.hooks.onEvent.tap({}, (event) => {
    report.event(event);
    return undefined;
  });
  try {
    return await kernel.submit({ ...request, signal });
  } finally {
    untap();
  }
}
