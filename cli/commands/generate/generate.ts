// `pictor generate`: runs a workflow on a backend, shows its progress, and saves the outputs.

import { resolve } from "node:path";
import type { GenerateRequest } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { createReport, type GenerationReport } from "../../generation-report/generation-report.js";
import { endingOf } from "../../generation-report/result-ending.js";
import { parsePriority } from "../../generation-request/priority-option.js";
import { parseRetry } from "../../generation-request/retry-option.js";
import { resolveCheckedRequest } from "../../generation-request/resolve-request.js";
import { parseBegin, type TimeOptions } from "../../generation-request/time-options.js";
import { realTicker } from "../../output/ticker.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommandWithYes } from "../../session/hosted-command.js";
import { withBackendAdvice } from "../../session/default-backend-advice.js";
import { jobOwner } from "../../session/job-owner.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { oneLine } from "../../text/plain-text.js";
import { startToKeepRunning, requirePersistentBackend, submitDetached } from "./submit-detached.js";

interface GenerateOptions extends WorkflowOptions, TimeOptions {
  readonly out?: string;
  readonly yes?: true;
  readonly detach?: true;
  readonly saveText?: true;
  readonly priority?: string;
  readonly retry?: readonly string[];
}

async function runAttached(
  { kernel, terminal, signal }: CommandHost,
  request: GenerateRequest,
  report: GenerationReport,
) {
  const generation = kernel.generate(request);
  const cancel = (): void => {
    terminal.note("Cancelling the job, and waiting until the backend has confirmed it.");
    void generation.cancel();
  };
  signal.addEventListener("abort", cancel, { once: true });
  for await (const event of generation.events) report.event(event);
  signal.removeEventListener("abort", cancel);
  const result = await generation.result;
  return "error" in result ? { ...result, error: withBackendAdvice(result.error, [kernel]) } : result;
}

export async function runGenerate(
  host: CommandHost,
  id: string | undefined,
  prompt: string | undefined,
  options: GenerateOptions,
): Promise<ExitCode> {
  const { kernel, terminal, signal } = host;
  warnOfPluginProblems(host);
  const priority = parsePriority(options.priority);
  const retry = parseRetry(options.retry);
  const notBeforeMs = parseBegin(options, Date.now());
  const owner = jobOwner(host.streams.env);
  const request = {
    ...(await resolveCheckedRequest(host, id, prompt, options, { ...host, yes: options.yes === true })),
    ...(owner !== undefined && { owner }),
    ...(priority !== undefined && { priority }),
    ...(retry !== undefined && { retry }),
    ...(notBeforeMs !== undefined && { notBeforeMs }),
  };
  // The backend is opened first, so that the report can name it before the generation starts.
  const { instance, backend } = await kernel.openBackend(request.backend);
  const { name, auth } = instance;
  let info = await backend.info({ signal });
  if (options.detach) {
    requirePersistentBackend(info);
    await startToKeepRunning(host, info, backend);
    info = await backend.info({ signal });
  }
  if (priority !== undefined && backend.facets.members === undefined)
    terminal.note(`${oneLine(name)} has no queue of its own, so --priority has no effect.`);
  const { count } = request;
  const { lifecycle } = backend.facets;
  const server = lifecycle?.start === undefined ? undefined : await lifecycle.state({ signal });
  const start = {
    title: request.workflow,
    count,
    backend: info,
    out: options.out,
    startsServer: server?.state === "stopped" || server?.state === "crashed",
    ...(auth !== undefined && { auth }),
  };
  signal.throwIfAborted();

  const report = createReport(terminal, start, realTicker);
  const directory = options.out === undefined ? {} : { directory: resolve(options.out) };
  const result = options.detach
    ? await submitDetached(host, { ...request, backend: name }, report)
    : await runAttached(
        host,
        { ...request, ...directory, savesTexts: options.saveText === true, backend: name },
        report,
      );
  const code = exitCode(endingOf(result));
  report.ended(result, code);
  return code;
}

export const generate = hostedCommandWithYes(runGenerate);
