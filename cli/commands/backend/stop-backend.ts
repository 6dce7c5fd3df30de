// `pictor backend stop` and `backend restart`; both ask first if jobs would be lost.

import { restartServer, stopServer, type OpenedInstance } from "@pictor/features/backends";
import { openWithFacet } from "../../backends/open-instance.js";
import { serverWork } from "../../backends/open-jobs.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommandWithYes } from "../../session/hosted-command.js";
import type { ConfirmOptions } from "../../session/confirm.js";
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
  if (terminal.json) return finished(terminal, { instance, lifecycle: found, notes: [note] });
  terminal.note(note);
  printRows(terminal, stateRows(found, facet, Date.now()));
  return exitCode("finished");
}

const stopNotes = {
  stopped: "is stopped",
  "not running": "is not running",
  declined: "keeps running",
} as const;

export async function runStop(host: CommandHost, name: string, options: ConfirmOptions): Promise<ExitCode> {
  const opened = await openWithFacet(host, name, "lifecycle");
  const shown = oneLine(opened.instance.name);
  const outcome = await stopServer(opened, serverWork(host, "Stop", shown, options));
  return reportState(host, opened, `${shown} ${stopNotes[outcome]}.`);
}

const restartNotes = {
  started: "was not running, and is started",
  restarted: "is restarted",
  declined: "is not restarted",
} as const;

/** Starts a server that does not run, and leaves it running. */
export async function runRestart(
  host: CommandHost,
  name: string,
  options: ConfirmOptions,
): Promise<ExitCode> {
  const opened = await openWithFacet(host, name, "lifecycle");
  const shown = oneLine(opened.instance.name);
  const work = serverWork(host, "Restart", shown, options);
  const outcome = await restartServer(opened, work, "Requested on the command line.");
  return reportState(host, opened, `${shown} ${restartNotes[outcome]}.`);
}

export const stopBackend = hostedCommandWithYes(runStop);

export const restartBackend = hostedCommandWithYes(runRestart);
