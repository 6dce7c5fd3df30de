// `pictor extensions check`: compares the needed extensions with those of a backend; with --install installs what is missing.

import type { CheckResult } from "@pictor/kernel";
import {
  adviceLines,
  checkExtensions as check,
  stepRecord,
  type BuildRequest,
  type CheckOutcome,
} from "@pictor/features/extensions";
import { endingOfError, type Ending, type ExitCode } from "../../base/exit-codes.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { ended } from "../../output/finished.js";
import { describeError, renderError, renderWarning } from "../../output/error-report.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommandWithYes } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { oneLine } from "../../text/plain-text.js";
import { stepRows } from "./check-page.js";
import { resolveTarget } from "./requirements.js";

interface CheckOptions extends WorkflowOptions {
  readonly install?: true;
  readonly yes?: true;
}

function show(
  { terminal }: CommandHost,
  { steps, unknown, present, canInstall, isComplete }: CheckOutcome,
): void {
  if (steps.length > 0)
    terminal.result(terminal.redact(terminal.table(stepRows(steps, terminal.paintResult))));
  for (const line of adviceLines(steps, unknown, canInstall)) terminal.note(oneLine(line));
  const name = oneLine(present.instance.name);
  if (present.catalog === undefined)
    terminal.note(
      steps.length === 0
        ? `No plugin requires an extension. ${name} is not running; its node classes are checked when it starts.`
        : `${name} is not running; whether its server loads them is checked when it starts.`,
    );
  if (!isComplete) return;
  if (steps.length > 0) terminal.note(`${name} has all required extensions.`);
  else if (present.catalog !== undefined) terminal.note("No extension is needed.");
}

const endingOf = (result: CheckResult): Ending => {
  if (result.status === "ready") return "finished";
  return result.status === "failed" ? endingOfError(result.error) : result.status;
};

/**
 * Runs the gates of a generation, which ask the user and install extensions; submits nothing. Resolves to undefined on
 * success.
 */
async function install(host: CommandHost, request: BuildRequest): Promise<ExitCode | undefined> {
  const { kernel, terminal, signal } = host;
  const result = await kernel.check({ ...request, signal });
  const ending = endingOf(result);
  if (ending === "finished") return undefined;
  const { jobId: _job, ...fields } = result;
  const code = ended(terminal, ending, fields);
  if (terminal.json) return code;
  for (const problem of result.problems) terminal.say(renderWarning(problem, terminal));
  if ("error" in result) terminal.say(renderError(describeError(result.error), terminal));
  if (result.status !== "vetoed") return code;
  const { message, hint } = result.veto;
  terminal.note(`${terminal.paint.red("error:")} ${oneLine(message)}`);
  if (hint !== undefined) terminal.note(`  ${oneLine(hint)}`);
  terminal.note(terminal.paint.dim(`  ${result.veto.code}`));
  return code;
}

export async function runCheck(
  host: CommandHost,
  target: string | undefined,
  prompt: string | undefined,
  { install: shouldInstall, yes: _yes, ...options }: CheckOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  warnOfPluginProblems(host);
  const request = await resolveTarget(host, target, prompt, options);
  if (shouldInstall) {
    const failed = await install(host, request);
    if (failed !== undefined) return failed;
  }
  const checked = await check(host.kernel, request, host.signal);
  const { isComplete, canInstall, steps, unknown, present } = checked;
  if (!terminal.json) show(host, checked);
  if (!isComplete && !terminal.json && !shouldInstall && canInstall)
    terminal.note("--install does that, after asking; so does `pictor generate`.");
  const missing = unknown.map(({ name, providers }) => ({ nodeClass: name, step: "unknown", providers }));
  return ended(terminal, isComplete ? "finished" : "vetoed", {
    status: isComplete ? "finished" : "invalid",
    instance: present.instance,
    requirements: [...steps.map(stepRecord), ...missing],
  });
}

export const checkExtensions = hostedCommandWithYes(runCheck);
