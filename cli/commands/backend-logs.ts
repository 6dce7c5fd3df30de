// `pictor backend logs`: the last lines of a server's log, and what follows.

import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import { UsageError } from "../input/usage-error.js";
import { oneLine } from "../output/plain-text.js";
import type { Invocation } from "../program.js";
import { openWith, requireMember } from "./backend-instance.js";

export interface LogsOptions {
  readonly follow?: true;
  readonly lines?: string;
}

const usualLines = 50;

function parseLines(text: string | undefined): number {
  if (text === undefined) return usualLines;
  if (/^\d{1,7}$/.test(text)) return Number(text);
  const what = `--lines: expected a whole number from 0 to 9999999, found "${text}".`;
  throw new UsageError("USAGE_VALUE", what, "It is the number of lines that come first.");
}

/** Prints lines until there are no more. */
export async function printLog(
  { terminal }: Pick<Host, "terminal">,
  lines: AsyncIterable<string>,
): Promise<void> {
  for await (const line of lines) {
    if (terminal.json) terminal.record({ type: "log", line });
    else terminal.result(terminal.redact(oneLine(line)));
  }
}

/** With `--follow` it ends with Ctrl-C (0). */
export async function runLogs(
  host: Host,
  name: string | undefined,
  { follow, lines }: LogsOptions,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const count = parseLines(lines);
  const { instance, facet } = await openWith(host, name, "lifecycle");
  const logs = requireMember(facet.logs, instance, "asked for its log");
  const options = { lines: count, signal, ...(follow && { follow }) };
  try {
    await printLog(host, logs.call(facet, options));
  } catch (error) {
    if (!(follow && signal.aborted)) throw error;
  }
  if (terminal.json) terminal.record({ type: "result", status: "finished", exitCode: 0, instance });
  return exitCode("finished");
}

export const backendLogs = (
  name: string | undefined,
  options: LogsOptions,
  invocation: Invocation,
): Promise<ExitCode> => withKernel(invocation, (host) => runLogs(host, name, options));
