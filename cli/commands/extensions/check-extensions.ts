// `pictor extensions check`: what is needed, what was found, and what to do; with --install it is done.

import { decide, type Step } from "@pictor/extensions";
import type { CheckResult, ExtensionsFacet } from "@pictor/host";
import { endingOfError, exitCode, type Ending, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { describeError, renderError, renderWarning } from "../../output/error-report.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { oneLine } from "../../text/plain-text.js";
import { remedyLines, stepRecord, stepRows, type UnknownClass } from "./check-page.js";
import {
  attributed,
  knowledgeOf,
  needsOf,
  presentOn,
  projectLock,
  targetRequest,
  type BuildRequest,
  type Present,
} from "./requirements.js";

export interface CheckOptions extends WorkflowOptions {
  readonly install?: true;
  readonly yes?: true;
}

interface Checked {
  readonly steps: readonly Step[];
  readonly unknown: readonly UnknownClass[];
  readonly present: Present;
  /** Whether the backend can be told to install, and knows where to take all of it from. */
  readonly isPossible: boolean;
}

/** As a generation asks before it offers anything. */
async function canInstall(
  { signal }: CommandHost,
  facet: ExtensionsFacet | undefined,
  steps: readonly Step[],
): Promise<boolean> {
  if (facet === undefined || !(await facet.abilities({ signal })).can.includes("install")) return false;
  for (const step of steps) {
    if (step.kind !== "install") continue;
    const source = await facet.locate(step.wanted, { signal }).catch((error: unknown) => {
      if (describeError(error).code === "EXTENSION_NO_VERSION") return undefined;
      throw error;
    });
    if (source === undefined) return false;
  }
  return true;
}

async function look(host: CommandHost, request: BuildRequest): Promise<Checked> {
  const lock = await projectLock(host);
  const needs = await needsOf(host, request);
  const present = await presentOn(host, request.backend);
  const { required, unknown } = await attributed(host, needs, present);
  const steps = decide(required, present.installed, lock, knowledgeOf(present));
  const isPossible = await canInstall(host, present.backend.facets.extensions, steps);
  return { steps, unknown, present, isPossible };
}

const isFine = ({ steps, unknown }: Pick<Checked, "steps" | "unknown">): boolean =>
  unknown.length === 0 && steps.every(({ kind }) => kind === "ok");

function show({ terminal }: CommandHost, { steps, unknown, present, isPossible }: Checked): void {
  if (steps.length > 0)
    terminal.result(terminal.redact(terminal.table(stepRows(steps, terminal.paintResult))));
  for (const line of remedyLines(steps, unknown, isPossible)) terminal.note(line);
  const name = oneLine(present.instance.name);
  if (present.catalog === undefined)
    terminal.note(
      steps.length === 0
        ? `Nothing names an extension. ${name} does not run; which node classes it has is seen when it starts.`
        : `${name} does not run; whether its server loads them is seen when it starts.`,
    );
  if (!isFine({ steps, unknown })) return;
  if (steps.length > 0) terminal.note(`${name} has all that is needed.`);
  else if (present.catalog !== undefined) terminal.note("No extension is needed.");
}

const endingOf = (result: CheckResult): Ending => {
  if (result.status === "ready") return "finished";
  return result.status === "failed" ? endingOfError(result.error) : result.status;
};

/** Passes the gates as a generation does, which ask and install; nothing is submitted. */
async function install(host: CommandHost, request: BuildRequest): Promise<ExitCode | undefined> {
  const { kernel, terminal, signal } = host;
  const result = await kernel.check({ ...request, signal });
  const code = exitCode(endingOf(result));
  if (code === 0) return undefined;
  if (terminal.json) {
    const { jobId: _job, status, ...rest } = result;
    terminal.record({ type: "result", status, exitCode: code, ...rest });
    return code;
  }
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
  { install: installs, yes: _yes, ...options }: CheckOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  warnOfPluginProblems(host);
  const request = await targetRequest(host, target, prompt, options);
  if (installs) {
    const failed = await install(host, request);
    if (failed !== undefined) return failed;
  }
  const checked = await look(host, request);
  const code = exitCode(isFine(checked) ? "finished" : "vetoed");
  if (terminal.json) {
    const { steps, unknown, present } = checked;
    const status = code === 0 ? "finished" : "invalid";
    const record = { type: "result", status, exitCode: code, instance: present.instance };
    const missing = unknown.map(({ name, providers }) => ({ nodeClass: name, step: "unknown", providers }));
    terminal.record({ ...record, requirements: [...steps.map(stepRecord), ...missing] });
  } else show(host, checked);
  if (code !== 0 && !terminal.json && !installs && checked.isPossible)
    terminal.note("With --install it is done, after asking; `pictor generate` does the same.");
  return code;
}

export const checkExtensions = (
  target: string | undefined,
  prompt: string | undefined,
  options: CheckOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithHost({ ...invocation, yes: options.yes === true }, (host) =>
    runCheck(host, target, prompt, options),
  );
