// The command line as commander knows it: names, options, help. What a command does is imported when it runs.

import { Command } from "commander";
import type { ExitCode } from "./exit-codes.js";
import { helpTexts } from "./help-texts.js";
import type { GlobalOptions } from "./options.js";
import { widthOf, type Streams } from "./output/terminal.js";
import { addAuth } from "./program/auth.js";
import { addBackend } from "./program/backend.js";
import { addCatalog } from "./program/catalog.js";
import { addExtensions } from "./program/extensions.js";
import { addHelp, helpStyle, wrapHelp } from "./program/help.js";
import { addGeneration } from "./program/generation.js";
import { addJobs } from "./program/jobs.js";
import { addImages } from "./program/images.js";
import { addPlugins } from "./program/plugins.js";
import { addRequest } from "./program/request.js";

export interface ProgramOptions {
  readonly version: string;
  readonly streams: Streams;
  /** Told how the command ended. */
  end(code: ExitCode): void;
}

/** What every command's function gets beside its own arguments. */
export interface Invocation {
  readonly globals: GlobalOptions;
  readonly streams: Streams;
}

/** Columns of a help that nobody sees on a terminal. */
const pipeWidth = 100;

/** The whole definition. Complaints are thrown as CommanderError; nothing exits. */
export function createProgram(options: ProgramOptions): Command {
  const { stdout, stderr, env } = options.streams;
  const [outWidth, errWidth] = [widthOf(stdout, env) ?? pipeWidth, widthOf(stderr, env) ?? pipeWidth];
  const program = new Command("pictor")
    .description("Sends authenticated requests and drives ComfyUI-compatible image generation.")
    .option("--config <file>", "configuration file (default: pictor.json here, where there is one)")
    .option("--environment <name>", "environment whose {{variables}} are filled in")
    .option("--json", "NDJSON on stdout: events, then a line of type result")
    .option("--verbose", "the kernel's log, causes and stacks on stderr")
    .version(options.version, "-V, --version", "print the version")
    .configureHelp(helpStyle)
    .configureOutput({
      writeOut: (text) => stdout.write(wrapHelp(text, outWidth)),
      writeErr: (text) => stderr.write(wrapHelp(text, errWidth)),
      getOutHelpWidth: () => outWidth,
      getErrHelpWidth: () => errWidth,
      // run.ts prints complaints.
      outputError: () => undefined,
    })
    .exitOverride()
    .addHelpText("after", helpTexts.program);
  addGeneration(program, options);
  addJobs(program, options);
  addImages(program, options);
  addRequest(program, options);
  addAuth(program, options);
  addPlugins(program, options);
  addBackend(program, options);
  addExtensions(program, options);
  addCatalog(program, options);
  addHelp(program);
  return program;
}
