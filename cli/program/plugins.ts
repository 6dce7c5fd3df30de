// The definitions of `plugins ...`.

import type { Command } from "commander";
import { helpTexts } from "../help-texts.js";
import type { InspectOptions } from "../options.js";
import type { ProgramOptions } from "../program.js";

export function addPlugins(program: Command, { streams, end }: ProgramOptions): void {
  const plugins = program.command("plugins").description("List, inspect and validate plugins.");
  plugins.summary("list, inspect and validate plugins").addHelpText("after", helpTexts.plugins);
  plugins
    .command("list")
    .summary("plugins with their state")
    .description("Every plugin with its state, and the reason where it is not usable.")
    .addHelpText("after", helpTexts.list)
    .action(async (_options: object, command: Command) => {
      const { listPlugins } = await import("../commands/plugins-list.js");
      end(await listPlugins({ globals: command.optsWithGlobals(), streams }));
    });
  plugins
    .command("inspect")
    .summary("one plugin, or the chain of a hook")
    .description(
      "One plugin: state, taps, contributions with their settings, permissions. Or the chain of a hook.",
    )
    .argument("[id]", "id of a plugin, such as workflow-txt2img")
    .option("--hook <name>", "beforeSend, buildWorkflow, beforeFirstBatch, onEvent or afterOutput")
    .addHelpText("after", helpTexts.inspect)
    .action(async (id: string | undefined, options: InspectOptions, command: Command) => {
      const { inspectPlugin } = await import("../commands/plugins-inspect.js");
      end(await inspectPlugin(id, options, { globals: command.optsWithGlobals(), streams }));
    });
  plugins
    .command("validate")
    .summary("check the plugin.json of plugin folders")
    .description("Checks the plugin.json of plugin folders; none of their code runs.")
    .argument("<folder...>", "folders with a plugin.json")
    .addHelpText("after", helpTexts.validate)
    .action(async (folders: readonly string[], _options: object, command: Command) => {
      const { validatePlugins } = await import("../commands/plugins-validate.js");
      end(await validatePlugins(folders, { globals: command.optsWithGlobals(), streams }));
    });
}
