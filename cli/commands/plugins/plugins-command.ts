// The definitions of the commands below `plugins`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import type { ConfirmOptions } from "../../session/confirm.js";
import type { PluginInspectOptions } from "./inspect-plugin.js";

const help = {
  plugins: examples(
    "pictor plugins list",
    "pictor plugins inspect workflow-txt2img",
    "pictor plugins validate ./my-plugin",
  ),
  list: examples("pictor plugins list", "pictor plugins list --json"),
  add: `${examples("pictor plugins add ./auth-acme", "pictor plugins add ./auth-acme-1.0.0.tgz")}

Shows what the plugin would do and asks; none of its code and none of its install scripts is run. The plugin is copied into your
plugin folder, and plugins.lock.json there says where it came from. A plugin of the same name that you added before is replaced.`,
  inspect: examples("pictor plugins inspect workflow-txt2img", "pictor plugins inspect --hook beforeSend"),
  validate: examples("pictor plugins validate ./my-plugin", "pictor plugins validate plugins/*"),
};

export function addPluginsCommand(program: Command, { streams, end }: ProgramContext): void {
  const plugins = program
    .command("plugins")
    .summary("list, inspect, add and validate plugins")
    .description("Lists, inspects, adds and validates plugins.")
    .addHelpText("after", help.plugins);
  plugins
    .command("list")
    .summary("plugins with their state")
    .description("Every plugin with its state, and the reason if it cannot be used.")
    .addHelpText("after", help.list)
    .action(async (_options: object, command: Command) => {
      const { listPlugins } = await import("./list-plugins.js");
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
    .addHelpText("after", help.inspect)
    .action(async (id: string | undefined, options: PluginInspectOptions, command: Command) => {
      const { inspectPlugin } = await import("./inspect-plugin.js");
      end(await inspectPlugin(id, options, { globals: command.optsWithGlobals(), streams }));
    });
  plugins
    .command("add")
    .summary("install a plugin for yourself, after a question")
    .description("Shows what a plugin would do, asks, and installs it into your plugin folder.")
    .argument("<source>", "a folder, or an archive (.tgz, .zip)")
    .option("-y, --yes", "install it without a question")
    .addHelpText("after", help.add)
    .action(async (source: string, options: ConfirmOptions, command: Command) => {
      const { addPlugin } = await import("./add-plugin.js");
      end(await addPlugin(source, options, { globals: command.optsWithGlobals(), streams }));
    });
  plugins
    .command("validate")
    .summary("check the plugin.json of plugin folders")
    .description("Checks the plugin.json of plugin folders without running their code.")
    .argument("<folder...>", "folders with a plugin.json")
    .addHelpText("after", help.validate)
    .action(async (folders: readonly string[], _options: object, command: Command) => {
      const { validatePlugins } = await import("./validate-plugins.js");
      end(await validatePlugins(folders, { globals: command.optsWithGlobals(), streams }));
    });
}
