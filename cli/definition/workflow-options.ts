// The arguments and options that describe a generation, shared by `generate`, `graph`, `validate`, `project save` and
// `extensions check` and `lock`.

import type { Command } from "commander";
import type { Streams } from "../base/streams.js";
import { withRules } from "./option-rules.js";
import { appendValue } from "./repeatable.js";
import { workflowHelp } from "./settings-help.js";

/** The options as commander parses them: values are strings as typed. */
export interface WorkflowOptions {
  readonly prompt?: string;
  readonly negative?: string;
  readonly seed?: string;
  readonly set?: readonly string[];
  readonly feature?: readonly string[];
  readonly count?: string;
  readonly backend?: string;
  readonly example?: true;
  /** Path of an image or a project file. */
  readonly from?: string;
  readonly as?: string;
  /** Name of a preset. */
  readonly preset?: string;
}

/**
 * `workflowIndex` is the position of the workflow's id among the positional arguments; the help reads it there. Without
 * `needsBackend` the command has no option `--backend`.
 */
export function withWorkflowOptions(
  command: Command,
  streams: Streams,
  { workflowIndex = 0, needsBackend = true } = {},
): Command {
  /** The help of a named workflow or feature begins with its settings; otherwise the names follow the options. */
  const helpOf = (shown: Command) => {
    const id = shown.args.filter((word) => !word.startsWith("-"))[workflowIndex];
    const { feature = [] } = shown.opts<WorkflowOptions>();
    const text = () => workflowHelp(id, feature, { globals: shown.optsWithGlobals(), streams });
    return { isNamed: id !== undefined || feature.length > 0, text };
  };
  command
    .argument("[prompt]", "the prompt, instead of --prompt")
    .option("--prompt <text>", "what the image shows")
    .option("--negative <text>", "what the image must not show")
    .option("--seed <n>", "0 to 18446744073709551615 (default: a random one)")
    .option("--set <path=value>", "any setting of the workflow; repeatable", appendValue)
    .option(
      "--feature <id[=json]>",
      "a feature and its settings; repeatable, applied in this order",
      appendValue,
    )
    .option("--count <n>", "number of batches, with seeds seed, seed + 1, ... (default: 1)")
    .option("--example", "use the workflow's own example for what is not given")
    .option("--from <file>", "start from an image or a project: its workflow, settings and features")
    .option(
      "--as <kind>",
      "which record of the image to use: record, stability-matrix, fooocus, invokeai, novelai, swarmui, draw-things, parameters or comfy",
    );
  if (needsBackend)
    command.option(
      "--backend <name>",
      "backend instance (default: the configuration's; else a server on this machine; else embedded)",
    );
  return withRules(command, { option: "--as", needs: "--from" })
    .addHelpText("before", ({ command: shown }) => {
      const { isNamed, text } = helpOf(shown);
      return isNamed ? `${text().trimStart()}\n` : "";
    })
    .addHelpText("after", ({ command: shown }) => {
      const { isNamed, text } = helpOf(shown);
      return isNamed ? "" : text();
    });
}

/** Adds the option `--preset`, which takes the request from a preset. */
export const withPreset = (command: Command): Command =>
  withRules(
    command.option("--preset <name>", "start from a preset: its workflow, settings, features and backend"),
    { option: "--preset", excludes: ["--from"] },
  );

/** Like `withWorkflowOptions`, with the workflow's id as the first positional argument. */
export const withWorkflow = (command: Command, streams: Streams): Command =>
  withWorkflowOptions(command.argument("[workflow]", "id of a workflow, such as txt2img"), streams);
