// `graph`: prints the graph that `generate` would submit.

import { stringifyJson } from "@pictor/kernel";
import type { Command } from "commander";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { withPreset, withWorkflow, type WorkflowOptions } from "../../definition/workflow-options.js";
import { resolveCheckedRequest } from "../../generation-request/resolve-request.js";
import { warnOnce } from "../../output/warn-once.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { escapeJson } from "../../text/plain-text.js";

async function printGraph(
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

const help = examples(
  "pictor graph txt2img --example --backend embedded > graph.json",
  'pictor graph txt2img "a red fox" --seed 7 --set sampler=euler',
);

export function addGraphCommand(program: Command, { streams, action }: ProgramContext): void {
  withPreset(withWorkflow(program.command("graph"), streams))
    .summary("print the graph that generate would submit")
    .description("Prints the node graph in API format; with --count, a list of one graph per batch.")
    .addHelpText("after", help)
    .action(action(() => hostedCommand(printGraph)));
}
