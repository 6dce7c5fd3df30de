// Reads the command line and runs the command that it names. Wrong usage gets the shape of every other error.

import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
import { exitCode, type ExitCode } from "./exit-codes.js";
import { renderComplaint } from "./output/complaint.js";
import { createTerminal, type Streams } from "./output/terminal.js";
import { createProgram } from "./program.js";

const readVersion = (): string => {
  const text = readFileSync(new URL("./package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
};

/** `given` is what follows the program's name. Never throws. */
export async function run(given: readonly string[], streams: Streams): Promise<ExitCode> {
  let ended: ExitCode = exitCode("finished");
  const program = createProgram({
    version: readVersion(),
    streams,
    end: (code) => {
      ended = code;
    },
  });
  try {
    await program.parseAsync(given, { from: "user" });
    return ended;
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (isUsage && error.exitCode === 0) return exitCode("finished");
    const json = given.includes("--json") ? ({ json: true } as const) : {};
    const terminal = createTerminal(streams, json);
    if (!isUsage) return (await import("./host.js")).fail(error, terminal);
    // The help was already shown in place of a complaint.
    if (error.code === "commander.help") return exitCode("usage");
    const { explainUsage } = await import("./input/explain-usage.js");
    const complaint = explainUsage(error, given, program);
    terminal.say(renderComplaint(complaint, terminal));
    const { code, what, hint } = complaint;
    if (terminal.json)
      terminal.record({ type: "result", status: "error", exitCode: 2, error: { code, what, hint } });
    return exitCode("usage");
  }
}
