// Parses the command line and runs the command. Usage errors are printed like every other error.

import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
import { exitCode, type ExitCode } from "../base/exit-codes.js";
import type { Streams } from "../base/streams.js";
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
  const program = await createProgram(readVersion(), words, { streams, end });
  try {
    await program.parseAsync(words, { from: "user" });
    return ended;
  } catch (error) {
    const { exitCode: status, code } = error instanceof CommanderError ? error : {};
    if (status === 0) return exitCode("finished");
    // For this code, commander has printed the help instead of an error.
    if (code === "commander.help") return exitCode("usage");
    const { reportMistake } = await import("./report-mistake.js");
    return reportMistake(error, words, program, streams);
  }
}
