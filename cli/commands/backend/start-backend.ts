// `pictor backend start`: starts the server of an instance and leaves it running, or watches it until Ctrl-C.

import type { InstanceState, LifecycleFacet } from "@pictor/kernel";
import { isRunning, startServer, type ServerWork } from "@pictor/features/backends";
import { openWithFacet } from "../../backends/open-instance.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { oneLine } from "../../text/plain-text.js";
import { printRows } from "./print-rows.js";
import { stateRows } from "./state-text.js";
import { watchServer } from "./watch-server.js";

export interface StartOptions {
  readonly watch?: true;
}

function printState(
  host: CommandHost,
  found: InstanceState,
  facet: LifecycleFacet,
  rest: readonly string[],
): void {
  const { terminal } = host;
  // The row about the owner is left out; the last line says how to stop the server.
  const rows = stateRows(found, facet, Date.now()).filter(([name]) => name !== "started");
  printRows(terminal, rows);
  for (const line of rest) terminal.note(line);
}

export async function runStart(host: CommandHost, name: string, { watch }: StartOptions): Promise<ExitCode> {
  const { terminal, signal } = host;
  const opened = await openWithFacet(host, name, "lifecycle");
  const { instance, facet: lifecycle } = opened;
  const withSteps: ServerWork["withSteps"] = (run) => runWithSteps(host, run);
  const isStartedHere = (await startServer(opened, { signal, withSteps }, !watch)) === "started";
  if (!isStartedHere) terminal.note(`${oneLine(instance.name)} is already running.`);
  const found = await lifecycle.state({ signal });
  if (watch) return watchServer(host, { instance, lifecycle, found, isStartedHere });
  if (terminal.json) return finished(terminal, { instance, lifecycle: found });
  const stop = `It keeps running; \`pictor backend stop ${instance.name}\` stops it.`;
  printState(host, found, lifecycle, isRunning(found) ? [stop] : []);
  return exitCode("finished");
}

export const startBackend = hostedCommand(runStart);
