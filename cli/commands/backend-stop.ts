// `pictor backend stop` and `backend restart`: after a look at the jobs that would be lost.

import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import { stateRows } from "../output/instance-state.js";
import { oneLine } from "../output/plain-text.js";
import type { Invocation } from "../program.js";
import {
  isUp,
  mayInterrupt,
  openWith,
  promptsInTheWay,
  requireMember,
  type Opened,
  type QuestionOptions,
} from "./backend-instance.js";
import { withSteps } from "./with-steps.js";

async function end(host: Host, opened: Opened<"lifecycle">, note: string): Promise<ExitCode> {
  const { terminal, signal } = host;
  const { instance, facet } = opened;
  const found = await facet.state({ signal });
  if (terminal.json) {
    const record = { type: "result", status: "finished", exitCode: 0, instance, lifecycle: found };
    terminal.record({ ...record, notes: [note] });
  } else {
    terminal.note(note);
    const rows = stateRows(found, facet, Date.now());
    terminal.result(terminal.redact(terminal.table(rows.map((row) => row.map(oneLine)))));
  }
  return exitCode("finished");
}

export async function runStop(host: Host, name: string, options: QuestionOptions): Promise<ExitCode> {
  const { signal } = host;
  const opened = await openWith(host, name, "lifecycle");
  const { instance, backend, facet } = opened;
  const shown = oneLine(instance.name);
  const stop = requireMember(facet.stop, instance, "stopped");
  const before = await facet.state({ signal });
  // What is known of a crash is forgotten then.
  if (before.state === "crashed") await stop.call(facet, { signal });
  if (!isUp(before)) return end(host, opened, `${shown} does not run.`);
  const prompts = before.state === "running" ? await promptsInTheWay(backend, signal) : [];
  if (!(await mayInterrupt(host, prompts, `Stop ${shown}`, options)))
    return end(host, opened, `${shown} goes on.`);
  await withSteps(host, (more) => stop.call(facet, more));
  return end(host, opened, `${shown} is stopped.`);
}

/** One that does not run is started, and left running. */
export async function runRestart(host: Host, name: string, options: QuestionOptions): Promise<ExitCode> {
  const { signal } = host;
  const opened = await openWith(host, name, "lifecycle");
  const { instance, backend, facet } = opened;
  const shown = oneLine(instance.name);
  const before = await facet.state({ signal });
  const { start } = facet;
  if (!isUp(before) && start !== undefined) {
    await withSteps(host, (more) => start.call(facet, { ...more, keep: true }));
    return end(host, opened, `${shown} did not run, and is started.`);
  }
  const prompts = await promptsInTheWay(backend, signal);
  if (!(await mayInterrupt(host, prompts, `Restart ${shown}`, options)))
    return end(host, opened, `${shown} goes on as it was.`);
  await withSteps(host, (more) => facet.restart("It was asked for on the command line.", more));
  return end(host, opened, `${shown} is restarted.`);
}

export const stopBackend = (
  name: string,
  options: QuestionOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  withKernel({ ...invocation, yes: options.yes === true }, (host) => runStop(host, name, options));

export const restartBackend = (
  name: string,
  options: QuestionOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  withKernel({ ...invocation, yes: options.yes === true }, (host) => runRestart(host, name, options));
