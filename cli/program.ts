// The command line as commander knows it: names, options, help. What a command does is imported when it runs.

import { Command } from "commander";
import type { ExitCode } from "./exit-codes.js";
import { helpTexts } from "./help-texts.js";
import type {
  GenerateOptions,
  GlobalOptions,
  InspectOptions,
  RequestOptions,
  WorkflowOptions,
} from "./options.js";
import type { Streams } from "./output/terminal.js";
import { workflowHelp } from "./workflow-help.js";

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

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

function workflowCommand(command: Command): Command {
  return command
    .argument("<workflow>", "id of a workflow, such as txt2img")
    .argument("[prompt]", "the prompt, in place of --prompt")
    .option("--prompt <text>", "what the picture shows")
    .option("--negative <text>", "what it must not show")
    .option("--seed <n>", "0 to 18446744073709551615 (default: a random one)")
    .option("--set <path=value>", "any setting of the workflow; repeatable", collect)
    .option("--feature <id[=json]>", "an add-on and its settings; repeatable, in this order", collect)
    .option("--count <n>", "batches, with seeds seed, seed + 1, ... (default: 1)")
    .option(
      "--backend <name>",
      "backend instance (default: the configuration's; else a server here; else embedded)",
    )
    .option("--example", "the workflow's own example for what is not given")
    .addHelpText("after", ({ command: shown }) =>
      workflowHelp(shown.args.find((word) => !word.startsWith("-"))),
    );
}

function addGeneration(program: Command, { streams, end }: ProgramOptions): void {
  workflowCommand(program.command("generate"))
    .summary("make pictures with a workflow and save them")
    .description("Builds the workflow's graph, checks it, runs it on a backend and saves what comes out.")
    .option(
      "--out <folder>",
      "where to save (default: outputs.directory of the configuration, else pictures)",
    )
    .option("--yes", "answer questions of plugins so that the work goes on")
    .addHelpText("after", helpTexts.generate)
    .action(
      async (workflow: string, prompt: string | undefined, options: GenerateOptions, command: Command) => {
        const { generate } = await import("./commands/generate.js");
        end(await generate(workflow, prompt, options, { globals: command.optsWithGlobals(), streams }));
      },
    );
  workflowCommand(program.command("graph"))
    .summary("print the graph that generate would submit")
    .description("Prints the node graph in API format; with --count, a list of one graph per batch.")
    .addHelpText("after", helpTexts.graph)
    .action(
      async (workflow: string, prompt: string | undefined, options: WorkflowOptions, command: Command) => {
        const { graph } = await import("./commands/graph.js");
        end(await graph(workflow, prompt, options, { globals: command.optsWithGlobals(), streams }));
      },
    );
}

function addRequest(program: Command, { streams, end }: ProgramOptions): void {
  program
    .command("request")
    .summary("send one authenticated HTTP request")
    .description("Sends one request through the plugins; the reply's body goes to stdout.")
    .argument("<method>", "GET, POST, ...")
    .argument("<url>", "absolute address, http or https")
    .option("-H, --header <name:value>", "a header; repeatable", collect)
    .option("-d, --data <text>", "the body: a text, @file, or @- for what is piped in")
    .option("--auth <profile>", "auth profile of the configuration (default: none)")
    .option("--include", "status and headers before the body")
    .option("--show-sent", "what was really sent, credentials removed, on stderr")
    .addHelpText("after", helpTexts.request)
    .action(async (method: string, url: string, options: RequestOptions, command: Command) => {
      const { request } = await import("./commands/request.js");
      end(await request(method, url, options, { globals: command.optsWithGlobals(), streams }));
    });
}

function addPlugins(program: Command, { streams, end }: ProgramOptions): void {
  const plugins = program.command("plugins").description("List, inspect and validate plugins.");
  plugins.summary("list, inspect and validate plugins").addHelpText("after", helpTexts.plugins);
  plugins
    .command("list")
    .description("Every plugin with its state, and the reason where it is not usable.")
    .addHelpText("after", helpTexts.list)
    .action(async (_options: object, command: Command) => {
      const { listPlugins } = await import("./commands/plugins-list.js");
      end(await listPlugins({ globals: command.optsWithGlobals(), streams }));
    });
  plugins
    .command("inspect")
    .description(
      "One plugin: state, taps, contributions with their settings, permissions. Or the chain of a hook.",
    )
    .argument("[id]", "id of a plugin, such as workflow-txt2img")
    .option("--hook <name>", "beforeSend, buildWorkflow, beforeFirstBatch, onEvent or afterOutput")
    .addHelpText("after", helpTexts.inspect)
    .action(async (id: string | undefined, options: InspectOptions, command: Command) => {
      const { inspectPlugin } = await import("./commands/plugins-inspect.js");
      end(await inspectPlugin(id, options, { globals: command.optsWithGlobals(), streams }));
    });
  plugins
    .command("validate")
    .description("Checks the plugin.json of plugin folders; none of their code runs.")
    .argument("<folder...>", "folders with a plugin.json")
    .addHelpText("after", helpTexts.validate)
    .action(async (folders: readonly string[], _options: object, command: Command) => {
      const { validatePlugins } = await import("./commands/plugins-validate.js");
      end(await validatePlugins(folders, { globals: command.optsWithGlobals(), streams }));
    });
}

function addBackend(program: Command, { streams, end }: ProgramOptions): void {
  const backend = program.command("backend").description("List backend instances and ask how they are.");
  backend.summary("list backend instances, ask how they are").addHelpText("after", helpTexts.backend);
  backend
    .command("list")
    .description("Configured and default instances, and which one would be used.")
    .addHelpText("after", helpTexts.backendList)
    .action(async (_options: object, command: Command) => {
      const { listBackends } = await import("./commands/backend-list.js");
      end(await listBackends({ globals: command.optsWithGlobals(), streams }));
    });
  backend
    .command("status")
    .description("Opens an instance and shows what it says of itself.")
    .argument("[name]", "name of an instance (default: the one that generate would use)")
    .addHelpText("after", helpTexts.backendStatus)
    .action(async (name: string | undefined, _options: object, command: Command) => {
      const { backendStatus } = await import("./commands/backend-status.js");
      end(await backendStatus(name, { globals: command.optsWithGlobals(), streams }));
    });
}

/** The whole definition. Complaints are thrown as CommanderError; nothing exits. */
export function createProgram(options: ProgramOptions): Command {
  const { stdout, stderr } = options.streams;
  const program = new Command("pictor")
    .description("Sends authenticated requests and drives ComfyUI-compatible image generation.")
    .option("--config <file>", "configuration file (default: pictor.json here, where there is one)")
    .option("--json", "NDJSON on stdout: events, then a line of type result")
    .option("--verbose", "the kernel's log, causes and stacks on stderr")
    .version(options.version, "-V, --version", "print the version")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
      // run.ts prints complaints.
      outputError: () => undefined,
    })
    .helpCommand("help [command]", "show the help of a command")
    .exitOverride()
    .addHelpText("after", helpTexts.program);
  addGeneration(program, options);
  addRequest(program, options);
  addPlugins(program, options);
  addBackend(program, options);
  return program;
}
