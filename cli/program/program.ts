// The command line as a commander program: options, commands and help.

import { Command } from "commander";
import { exitCodes } from "../base/exit-codes.js";
import { widthOf } from "../base/streams.js";
import { nouns } from "../commands/nouns.js";
import { nounUsages } from "../commands/nouns.gen.js";
import { examples } from "../definition/examples.js";
import { refuseEmptyValues } from "../definition/empty-values.js";
import { expandPaths } from "../definition/expand-paths.js";
import { refuseOptionsOfParents } from "../definition/option-rules.js";
import { ProgramContext } from "../definition/program-context.js";
import { table } from "../text/table.js";
import { addHelp, helpStyle, wrapHelp } from "./help-style.js";

/** Width of the help in columns if stdout is not a terminal. */
const pipeColumns = 100;

const help = `${examples(
  "pictor generate txt2img --example --backend embedded",
  'pictor generate txt2img "a red fox in the snow" --set steps=30 --out fox',
  "pictor jobs list --backend studio",
  "pictor request GET https://api.example.org/me --auth work",
)}

Exit codes:
${table(
  exitCodes.map(({ code, meaning }) => [String(code), meaning]),
  "  ",
)}`;

/**
 * Creates the program, with the commands of each noun that `words` has, the whole of which is the command line; the
 * others have only their line in the help. Usage errors are thrown as CommanderError; nothing exits the process.
 */
export async function createProgram(
  version: string,
  words: readonly string[],
  given: Pick<ProgramContext, "streams" | "end">,
): Promise<Command> {
  const context = new ProgramContext(given);
  const { stdout, stderr, env } = context.streams;
  const stdoutColumns = widthOf(stdout, env) ?? pipeColumns;
  const stderrColumns = widthOf(stderr, env) ?? pipeColumns;
  const program = new Command("pictor")
    .description("Sends authenticated requests and drives ComfyUI-compatible image generation.")
    .option("--config <file>", "configuration file (default: pictor.json in this folder, if there is one)")
    .option("--environment <name>", "environment that the {{variables}} are taken from")
    .option("--trust", "trust the project in this folder for this call (see pictor trust)")
    .option("--json", "NDJSON on stdout: events, then a line of type result")
    .option("--verbose", "the kernel's log, causes and stacks on stderr")
    .version(version, "-V, --version", "print the version")
    .configureHelp(helpStyle)
    .configureOutput({
      writeOut: (text) => stdout.write(wrapHelp(text, stdoutColumns)),
      writeErr: (text) => stderr.write(wrapHelp(text, stderrColumns)),
      getOutHelpWidth: () => stdoutColumns,
      getErrHelpWidth: () => stderrColumns,
      // Commander prints no errors, because `run` prints them.
      outputError: () => undefined,
    })
    .exitOverride()
    .addHelpText("after", help);
  for (const [noun, load] of Object.entries(nouns))
    if (words.includes(noun)) (await load())(program, context);
    else {
      const [usage, summary] = nounUsages[noun] ?? [noun, ""];
      program.command(usage).summary(summary);
    }
  addHelp(program);
  expandPaths(program);
  refuseOptionsOfParents(program);
  refuseEmptyValues(program);
  return program;
}
