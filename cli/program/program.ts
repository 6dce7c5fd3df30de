// The whole command line as a commander program: options, commands and help. The code of a command is imported when it runs.

import { Command } from "commander";
import { exitCodes } from "../base/exit-codes.js";
import { widthOf } from "../base/streams.js";
import { addAuthCommand } from "../commands/auth/auth-command.js";
import { addBackendCommand } from "../commands/backend/backend-command.js";
import { addCatalogCommand } from "../commands/catalog/catalog-command.js";
import { addCompletionCommand } from "../commands/completion/completion-command.js";
import { addConfigCommand } from "../commands/config/config-command.js";
import { addCookiesCommand } from "../commands/cookies/cookies-command.js";
import { addExtensionsCommand } from "../commands/extensions/extensions-command.js";
import { addGenerateCommand } from "../commands/generate/generate-command.js";
import { addGraphCommand } from "../commands/graph/graph-command.js";
import { addHistoryCommand } from "../commands/history/history-command.js";
import { addInspectCommand } from "../commands/inspect/inspect-command.js";
import { addJobsCommand } from "../commands/jobs/jobs-command.js";
import { addMcpCommand } from "../commands/mcp/mcp-command.js";
import { addPanelCommand } from "../commands/panel/panel-command.js";
import { addPluginsCommand } from "../commands/plugins/plugins-command.js";
import { addPresetsCommand } from "../commands/presets/presets-command.js";
import { addProjectCommand } from "../commands/project/project-command.js";
import { addRequestCommand } from "../commands/request/request-command.js";
import { addServeCommand } from "../commands/serve/serve-command.js";
import { addTrustCommand } from "../commands/trust/trust-command.js";
import { addValidateCommand } from "../commands/validate/validate-command.js";
import { addWorkerCommand } from "../commands/worker/worker-command.js";
import { addFeaturesCommand, addWorkflowsCommand } from "../commands/workflows/workflows-command.js";
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

/** All commands, in the order of the help. */
const commands = [
  addGenerateCommand,
  addGraphCommand,
  addValidateCommand,
  addJobsCommand,
  addInspectCommand,
  addProjectCommand,
  addPresetsCommand,
  addHistoryCommand,
  addRequestCommand,
  addCookiesCommand,
  addAuthCommand,
  addWorkflowsCommand,
  addFeaturesCommand,
  addPluginsCommand,
  addBackendCommand,
  addExtensionsCommand,
  addCatalogCommand,
  addServeCommand,
  addWorkerCommand,
  addPanelCommand,
  addMcpCommand,
  addTrustCommand,
  addConfigCommand,
  addCompletionCommand,
] as const;

/** Creates the program. Usage errors are thrown as CommanderError; nothing exits the process. */
export function createProgram(version: string, given: Pick<ProgramContext, "streams" | "end">): Command {
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
  for (const addCommand of commands) addCommand(program, context);
  addHelp(program);
  expandPaths(program);
  refuseOptionsOfParents(program);
  refuseEmptyValues(program);
  return program;
}
