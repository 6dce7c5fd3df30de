// The definitions of `generate`, `graph` and `validate`.

import type { Command } from "commander";
import { helpTexts } from "../help-texts.js";
import type { GenerateOptions, WorkflowOptions } from "../options.js";
import type { ProgramOptions } from "../program.js";
import type { Streams } from "../output/terminal.js";
import { workflowHelp } from "../settings-help.js";
import { collect } from "./collect.js";

const workflowCommand = (command: Command, streams: Streams): Command =>
  withWorkflowOptions(command.argument("[workflow]", "id of a workflow, such as txt2img"), streams);

/** `project save` takes them too, behind the file: `place` is that of the workflow among the words. */
export function withWorkflowOptions(command: Command, streams: Streams, place = 0): Command {
  return command
    .argument("[prompt]", "the prompt, in place of --prompt")
    .option("--prompt <text>", "what the image shows")
    .option("--negative <text>", "what it must not show")
    .option("--seed <n>", "0 to 18446744073709551615 (default: a random one)")
    .option("--set <path=value>", "any setting of the workflow; repeatable", collect)
    .option("--feature <id[=json]>", "a feature and its settings; repeatable, in this order", collect)
    .option("--count <n>", "batches, with seeds seed, seed + 1, ... (default: 1)")
    .option(
      "--backend <name>",
      "backend instance (default: the configuration's; else a server here; else embedded)",
    )
    .option("--example", "the workflow's own example for what is not given")
    .option("--from <file>", "an image or a project to start from: its workflow, settings and features")
    .option("--as <kind>", "which of an image's records: record, stability-matrix, parameters or comfy")
    .addHelpText("after", ({ command: shown }) => {
      const id = shown.args.filter((word) => !word.startsWith("-"))[place];
      const { feature = [] } = shown.opts<WorkflowOptions>();
      return workflowHelp(id, feature, { globals: shown.optsWithGlobals(), streams });
    });
}

export function addGeneration(program: Command, { streams, end }: ProgramOptions): void {
  workflowCommand(program.command("generate"), streams)
    .summary("make images with a workflow and save them")
    .description("Builds the workflow's graph, checks it, runs it on a backend and saves what comes out.")
    .option("--out <folder>", "where to save (default: outputs.directory of the configuration, else images)")
    .option("--detach", "submit, print the job's id and leave; the server goes on with it")
    .option("--yes", "answer questions of plugins so that the work goes on")
    .addHelpText("after", helpTexts.generate)
    .action(
      async (
        workflow: string | undefined,
        prompt: string | undefined,
        options: GenerateOptions,
        command: Command,
      ) => {
        const { generate } = await import("../commands/generate.js");
        end(await generate(workflow, prompt, options, { globals: command.optsWithGlobals(), streams }));
      },
    );
  workflowCommand(program.command("graph"), streams)
    .summary("print the graph that generate would submit")
    .description("Prints the node graph in API format; with --count, a list of one graph per batch.")
    .addHelpText("after", helpTexts.graph)
    .action(
      async (
        workflow: string | undefined,
        prompt: string | undefined,
        options: WorkflowOptions,
        command: Command,
      ) => {
        const { graph } = await import("../commands/graph.js");
        end(await graph(workflow, prompt, options, { globals: command.optsWithGlobals(), streams }));
      },
    );
  withWorkflowOptions(
    program
      .command("validate")
      .argument("[graph]", "a graph file in API format, - for a pipe, or the id of a workflow"),
    streams,
  )
    .summary("check a graph or a workflow against a backend")
    .description(
      "Says every problem that a graph, or what a workflow builds, has on a backend. Nothing is run.",
    )
    .addHelpText("after", helpTexts.validateGraph)
    .action(
      async (
        graph: string | undefined,
        prompt: string | undefined,
        options: WorkflowOptions,
        command: Command,
      ) => {
        const { validate } = await import("../commands/validate.js");
        end(await validate(graph, prompt, options, { globals: command.optsWithGlobals(), streams }));
      },
    );
}
