// Parses the command line and runs the command. Usage errors are printed like every other error.

import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
import { exitCode, type ExitCode } from "../base/exit-codes.js";
import type { Streams } from "../base/streams.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal } from "../output/terminal.js";
import { createProgram } from "./program.js";

const readVersion = (): string => {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
};

/** `words` is the command line without the program's name. Never throws. */
export async function run(words: readonly string[], streams: Streams): Promise<ExitCode> {
  let ended: ExitCode = exitCode("finished");
  const end = (code: ExitCode): void => {
    ended = code;
  };
  const program = createProgram(readVersion(), { streams, end });
  try {
    await program.parseAsync(words, { from: "user" });
    return ended;
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (isUsage && error.exitCode === 0) return exitCode("finished");
    const terminal = createTerminal(streams, words.includes("--json") ? { json: true } : {});
    if (!isUsage) return reportFailure(error, terminal);
    // For this code, commander has printed the help instead of an error.
    if (error.code === "commander.help") return exitCode("usage");
    const { explainUsage } = await import("./explain-usage.js");
    return reportFailure(explainUsage(error, words, program), terminal);
  }
}
