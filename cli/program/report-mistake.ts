// Reports a command line that cannot be run. `run` imports this file on demand, because it needs the kernel, which the help does
// without.

import { CommanderError, type Command } from "commander";
import type { ExitCode } from "../base/exit-codes.js";
import type { Streams } from "../base/streams.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal } from "../output/terminal.js";
import { explainUsage } from "./explain-usage.js";

/** `thrown` is what parsing the words threw. Returns the exit code. */
export function reportMistake(
  thrown: unknown,
  words: readonly string[],
  program: Command,
  streams: Streams,
): ExitCode {
  const terminal = createTerminal(streams, words.includes("--json") ? { json: true } : {});
  const error = thrown instanceof CommanderError ? explainUsage(thrown, words, program) : thrown;
  return reportFailure(error, terminal);
}
