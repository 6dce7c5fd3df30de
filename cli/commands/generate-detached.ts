// `pictor generate --detach`: submits and does not wait. The prompts are the server's from then on.

import type { BackendInfo, GenerateRequest, SubmissionResult } from "@pictor/kernel";
import type { Host } from "../host.js";
import { UsageError } from "../input/usage-error.js";
import type { Report } from "../output/generation-report.js";
import { outlives } from "../output/job-step.js";

/** Throws a UsageError for a backend that ends with this command, and the job with it. */
export function requireLasting(info: BackendInfo): void {
  if (outlives(info)) return;
  throw new UsageError(
    "USAGE_OPTION",
    `--detach: the backend ${info.name} runs inside this command and ends with it, and so would the job.`,
    "Start a server that stays with `pictor backend serve`, and name it: --backend remote; or leave out --detach.",
  );
}

/** Events until the last prompt is queued go to the report. */
export async function submitDetached(
  { kernel, signal }: Pick<Host, "kernel" | "signal">,
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
