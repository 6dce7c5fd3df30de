// `pictor graph`: prints what `generate` would submit.

import { stringifyJson } from "@pictor/host";
import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import type { WorkflowOptions } from "../options.js";
import type { Invocation } from "../program.js";
import { runnable } from "./requested.js";
import { warnOfProblems } from "./workflow.js";

async function print(
  host: Host,
  id: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
): Promise<ExitCode> {
  const { kernel, terminal, signal } = host;
  warnOfProblems(host);
  const request = await runnable(host, id, prompt, options);
  const backend = options.backend === undefined ? {} : { backend: options.backend };
  const { workflow, params, seed, graphs } = await kernel.build({ ...request, ...backend, signal });
  const [only] = graphs;
  if (terminal.json) {
    // Digits stay digits in a graph: a server takes its seeds as numbers.
    const record = {
      type: "result",
      status: "finished",
      exitCode: 0,
      workflow,
      params,
      seed: String(seed),
      graphs,
    };
    terminal.result(stringifyJson(record));
  } else {
    terminal.result(stringifyJson(graphs.length === 1 ? only : graphs, 2));
  }
  return exitCode("finished");
}

export const graph = (
  workflow: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
  { globals, streams }: Invocation,
): Promise<ExitCode> => withKernel({ globals, streams }, (host) => print(host, workflow, prompt, options));
