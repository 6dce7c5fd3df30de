// `pictor generate`: runs a workflow on a backend, shows how it goes, and says where the pictures are.

import { resolve } from "node:path";
import { endingOf } from "../ending.js";
import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import { toRequest } from "../input/generate-request.js";
import type { GenerateOptions } from "../options.js";
import { createReport } from "../output/generation-report.js";
import { realTicker } from "../output/live.js";
import type { Invocation } from "../program.js";
import { findWorkflow, warnOfProblems } from "./workflow.js";

async function run(
  host: Host,
  id: string,
  prompt: string | undefined,
  options: GenerateOptions,
): Promise<ExitCode> {
  const { kernel, terminal, signal } = host;
  warnOfProblems(host);
  const request = toRequest(findWorkflow(kernel, id), prompt, options);
  // Opened here, so that the person knows where the work goes before it begins.
  const { instance, backend } = await kernel.openBackend(options.backend);
  const { name, auth } = instance;
  const info = await backend.info({ signal });
  const start = { workflow: id, count: request.count, backend: info, ...(auth !== undefined && { auth }) };
  signal.throwIfAborted();

  const report = createReport(terminal, start, realTicker);
  const directory = options.out === undefined ? {} : { directory: resolve(options.out) };
  const generation = kernel.generate({ ...request, ...directory, backend: name });
  signal.addEventListener("abort", () => void generation.cancel(), { once: true });
  for await (const event of generation.events) report.event(event);
  const result = await generation.result;
  const code = exitCode(endingOf(result));
  report.ended(result, code);
  return code;
}

export const generate = (
  workflow: string,
  prompt: string | undefined,
  options: GenerateOptions,
  { globals, streams }: Invocation,
): Promise<ExitCode> =>
  withKernel({ globals, streams, yes: options.yes === true }, (host) => run(host, workflow, prompt, options));
