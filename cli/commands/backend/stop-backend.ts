// `pictor backend stop` and `backend restart`; both ask first if jobs would be lost.

import { isUp, type OpenedInstance, openWithFacet, requireOperation } from "../../backends/open-instance.js";
import { confirmInterruption, listActiveJobs } from "../../backends/open-jobs.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { recordFinished } from "../../output/record-finished.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import type { ConfirmOptions } from "../../session/confirm.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { oneLine } from "../../text/plain-text.js";
import { printRows } from "./print-rows.js";
import { stateRows } from "./state-text.js";

async function reportState(
  host: CommandHost,
  opened: OpenedInstance<"lifecycle">,
  note: string,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const { instance, facet } = opened;
  const found = await facet.state({ signal });
  if (terminal.json) return recordFinished(terminal, { instance, lifecycle: found, notes: [note] });
  terminal.note(note);
  printRows(terminal, stateRows(found, facet, Date.now()));
  return exitCode("finished");
}

export async function runStop(host: CommandHost, name: string, options: ConfirmOptions): Promise<ExitCode> {
  const { signal } = host;
  const opened = await openWithFacet(host, name, "lifecycle");
  const { instance, backend, facet } = opened;
  const shown = oneLine(instance.name);
  const stop = requireOperation(facet.stop, instance, "stopped");
  const before = await facet.state({ signal });
  // Stopping a crashed server clears its crash report.
  if (before.state === "crashed") await stop.call(facet, { signal });
  if (!isUp(before)) return reportState(host, opened, `${shown} is not running.`);
  const prompts = before.state === "running" ? await listActiveJobs(backend, signal) : [];
  if (!(await confirmInterruption(host, prompts, `Stop ${shown}`, options)))
    return reportState(host, opened, `${shown} keeps running.`);
  await runWithSteps(host, (more) => stop.call(facet, more));
  return reportState(host, opened, `${shown} is stopped.`);
}

/** Starts a server that does not run, and leaves it running. */
export async function runRestart(
  host: CommandHost,
  name: string,
  options: ConfirmOptions,
): Promise<ExitCode> {
  const { signal } = host;
  const opened = await openWithFacet(host, name, "lifecycle");
  const { instance, backend, facet } = opened;
  const shown = oneLine(instance.name);
  const before = await facet.state({ signal });
  const { start } = facet;
  if (!isUp(before) && start !== undefined) {
    await runWithSteps(host, (more) => start.call(facet, { ...more, keep: true }));
    return reportState(host, opened, `${shown} was not running, and is started.`);
  }
  const prompts = await listActiveJobs(backend, signal);
  if (!(await confirmInterruption(host, prompts, `Restart ${shown}`, options)))
    return reportState(host, opened, `${shown} is not restarted.`);
  await runWithSteps(host, (more) => facet.restart("Requested on the command line.", more));
  // A server whose owner was killed now belongs to this command, and would end with it.
  const after = await facet.state({ signal });
  if (after.state === "running" && after.owner === "this") await start?.call(facet, { signal, keep: true });
  return reportState(host, opened, `${shown} is restarted.`);
}

export const stopBackend = (
  name: string,
  options: ConfirmOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithHost({ ...invocation, yes: options.yes === true }, (host) => runStop(host, name, options));

export const restartBackend = (
  name: string,
  options: ConfirmOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithHost({ ...invocation, yes: options.yes === true }, (host) => runRestart(host, name, options));
