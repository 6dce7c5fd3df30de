// `pictor backend update`: another version of what an instance runs; the old one comes back when it does not start.

import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import { oneLine } from "../output/plain-text.js";
import type { Invocation } from "../program.js";
import { isUp, mayInterrupt, openWith, promptsInTheWay, type QuestionOptions } from "./backend-instance.js";
import { withSteps } from "./with-steps.js";

export interface UpdateOptions extends QuestionOptions {
  readonly to?: string;
}

export async function runUpdate(host: Host, name: string, options: UpdateOptions): Promise<ExitCode> {
  const { terminal, signal } = host;
  const { instance, backend, facet } = await openWith(host, name, "installation");
  const shown = oneLine(instance.name);
  const state = await backend.facets.lifecycle?.state({ signal });
  const prompts = state !== undefined && isUp(state) ? await promptsInTheWay(backend, signal) : [];
  if (!(await mayInterrupt(host, prompts, `Update ${shown}`, options))) {
    terminal.say(`${shown} stays as it is.`);
    if (terminal.json)
      terminal.record({ type: "result", status: "finished", exitCode: 0, instance, notes: ["not updated"] });
    return exitCode("finished");
  }
  const version = options.to === undefined ? {} : { version: options.to };
  const update = await withSteps(host, (more) => facet.update({ ...more, ...version }));
  if (terminal.json) {
    terminal.record({ type: "result", status: "finished", exitCode: 0, instance, update });
    return exitCode("finished");
  }
  const { from, to } = update;
  terminal.result(
    from === to
      ? `${shown} is up to date: ${oneLine(to)}`
      : `${shown} is updated from ${oneLine(from)} to ${oneLine(to)}`,
  );
  return exitCode("finished");
}

export const updateBackend = (
  name: string,
  options: UpdateOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  withKernel({ ...invocation, yes: options.yes === true }, (host) => runUpdate(host, name, options));
