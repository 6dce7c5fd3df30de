// `pictor graph`: prints the graph that `generate` would submit.

import { stringifyJson } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { resolveCheckedRequest } from "../../generation-request/resolve-request.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { warnOnce } from "../../output/warn-once.js";
import { escapeJson } from "../../text/plain-text.js";

async function print(
  host: CommandHost,
  id: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
): Promise<ExitCode> {
  const { kernel, terminal, signal } = host;
  warnOfPluginProblems(host);
  const request = await resolveCheckedRequest(host, id, prompt, options);
  const { workflow, params, seed, graphs } = await kernel.build({
    ...request,
    signal,
    report: warnOnce(terminal),
  });
  if (terminal.json) {
    // `terminal.record` would turn large seeds into strings; servers accept them in a graph as numbers only.
    const used = seed === undefined ? {} : { seed: String(seed) };
    const record = { type: "result", status: "finished", exitCode: 0, workflow, params, ...used };
    terminal.result(escapeJson(stringifyJson({ ...record, graphs })));
  } else terminal.result(escapeJson(stringifyJson(graphs.length === 1 ? graphs[0] : graphs, 2)));
  return exitCode("finished");
}

export const printGraph = hostedCommand(print);
