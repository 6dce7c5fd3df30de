// `pictor backend logs`: the last lines of a server's log, and with --follow the new ones.

import { existsSync } from "node:fs";
import type { BackendFacets, LifecycleFacet } from "@pictor/kernel";
import { missingLogs, requireOperation } from "@pictor/features/backends";
import { openWithFacet } from "../../backends/open-instance.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { parseWholeNumber } from "../../input/whole-number.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";

interface LogsOptions {
  readonly follow?: true;
  readonly lines?: string;
}

const linesOption = {
  option: "--lines",
  fallback: 50,
  min: 0,
  max: 9_999_999,
  hint: "Give the number of last lines to print.",
};

/** Prints all lines. */
export async function printLog(
  { terminal }: Pick<CommandHost, "terminal">,
  lines: AsyncIterable<string>,
): Promise<void> {
  for await (const line of lines) {
    if (terminal.json) terminal.record({ type: "log", line });
    else terminal.result(terminal.redact(oneLine(line)));
  }
}

async function hasLines(
  facet: LifecycleFacet,
  logs: NonNullable<LifecycleFacet["logs"]>,
  signal: AbortSignal,
): Promise<boolean> {
  for await (const _ of logs.call(facet, { lines: 1, signal })) return true;
  return false;
}

/** The note about an empty log, with the path of the installation's log if only that log exists. */
async function emptyNote(
  name: string,
  { lifecycle, installation }: BackendFacets,
  signal: AbortSignal,
): Promise<string> {
  const state = await lifecycle?.state({ signal });
  const file = installation?.logFile;
  const note = `${name} has no log yet; its first start creates one.`;
  if (state?.state !== "absent" || file === undefined || !existsSync(file)) return note;
  return `${note} The log of its installation is ${homePath(file)}.`;
}

/** Prints the log. With `--follow` the command runs until Ctrl-C (exit code 0). */
export async function runLogs(
  host: CommandHost,
  name: string | undefined,
  { follow, lines }: LogsOptions,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const count = parseWholeNumber(lines, linesOption);
  const { instance, backend, facet } = await openWithFacet(host, name, "lifecycle", missingLogs);
  const logs = requireOperation(facet.logs, instance, "asked for its log");
  const notes = (await hasLines(facet, logs, signal))
    ? []
    : [await emptyNote(oneLine(instance.name), backend.facets, signal)];
  if (!terminal.json) for (const note of notes) terminal.note(note);
  const options = { lines: count, signal, ...(follow && { follow }) };
  try {
    await printLog(host, logs.call(facet, options));
  } catch (error) {
    if (!(follow && signal.aborted)) throw error;
  }
  if (terminal.json) return finished(terminal, { instance, ...(notes.length > 0 && { notes }) });
  return exitCode("finished");
}

export const backendLogs = hostedCommand(runLogs, (_name, { follow = false }) => ({ isViewOnly: follow }));
