// The definitions of the commands below `plugins`.

import type { Command } from "commander";
import { appendValue } from "../../definition/repeatable.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { kindNames } from "../../scaffold/kinds.js";

const help = {
  plugins: examples(
    "pictor plugins list",
    "pictor plugins inspect workflow-txt2img",
    "pictor plugins new auth acme",
    "pictor plugins validate ./my-plugin",
  ),
  list: examples("pictor plugins list", "pictor plugins list --json"),
  add: `${examples("pictor plugins add ./auth-acme", "pictor plugins add ./auth-acme-1.0.0.tgz", "pictor plugins add pictor-auth-acme@^1.0.0", "pictor plugins add https://git.example.org/auth-acme.git#v1.0.0")}

Shows what the plugin would do and asks; none of its code and none of its install scripts is run. The plugin is copied into your
plugin folder, and plugins.lock.json there says where it came from. A plugin of the same name that you added before is replaced. npm packages and
git repositories are read with the programs npm and git. The npm packages that the plugin needs are installed for it.`,
  remove: examples("pictor plugins remove auth-acme", "pictor plugins remove auth-acme --yes"),
  outdated: examples("pictor plugins outdated", "pictor plugins outdated --json"),
  inspect: examples("pictor plugins inspect workflow-txt2img", "pictor plugins inspect --hook beforeSend"),
  new: `${examples("pictor plugins new auth acme", "pictor plugins new workflow acme --typescript")}

The folder is created in the current folder, and has the id of the plugin as its name: auth-acme, workflow-acme,
workflow-acme-feature for a feature, acme-checker for a gate. It has a manifest, code with a test, and a README. An existing folder is never changed.`,
  test: `${examples("pictor plugins test ./auth-acme", "pictor plugins test ./output-acme --set url=https://example.org/hook", "pictor plugins test ./auth-acme --json")}

Naming the folder is your consent: the code of the plugin runs with your rights, as it does when the plugin is used.
\`pictor plugins validate\` runs no code. A test generation of two images passes gates, output steps and observers. Required
values of the plugin's config are guessed, unless --set or contract.js names them.`,
  types: examples("pictor plugins types ./auth-acme", "pictor plugins types ./auth-acme --check"),
  validate: examples("pictor plugins validate ./my-plugin", "pictor plugins validate plugins/*"),
};

/** What there is: `list` and `inspect`. */
function addViews(plugins: Command, { action, actionWithoutOptions }: ProgramContext): void {
  plugins
    .command("list")
    .summary("plugins with their state")
    .description("Every plugin with its state, and the reason if it cannot be used.")
    .addHelpText("after", help.list)
    .action(actionWithoutOptions(async () => (await import("./list-plugins.js")).listPlugins));
  plugins
    .command("inspect")
    .summary("one plugin, or the chain of a hook")
    .description(
      "One plugin: state, taps, contributions with their settings, permissions. Or the chain of a hook.",
    )
    .argument("[id]", "id of a plugin, such as workflow-txt2img")
    .option("--hook <name>", "beforeSend, buildWorkflow, beforeFirstBatch, onEvent or afterOutput")
    .addHelpText("after", help.inspect)
    .action(action(async () => (await import("./inspect-plugin.js")).inspectPlugin));
}

/** For a plugin of somebody else: `add`. */
function addInstallation(plugins: Command, { action }: ProgramContext): void {
  plugins
    .command("add")
    .summary("install a plugin for yourself, after a question")
    .description("Shows what a plugin would do, asks, and installs it into your plugin folder.")
    .argument("<source>", "a folder, an archive (.tgz, .zip), NAME[@VERSION] on npm, or a git address[#REF]")
    .option("-y, --yes", "install the plugin without a question")
    .addHelpText("after", help.add)
    .action(action(async () => (await import("./add-plugin.js")).addPlugin));
}

/** For the author of a plugin: `new`, `types` and `test`. */
function addAuthoring(plugins: Command, { action }: ProgramContext): void {
  plugins
    .command("new")
    .summary("create a folder with a new plugin")
    .description("Creates a folder with a new plugin that works without changes.")
    .argument("<kind>", kindNames.join(", "))
    .argument("<name>", "lower-case letters, digits and hyphens, such as acme")
    .option("--typescript", "write TypeScript, with types of the settings made from plugin.json")
    .option("--directory <folder>", "where to create the folder (default: the current folder)")
    .addHelpText("after", help.new)
    .action(action(async () => (await import("./new-plugin.js")).newPlugin));
  plugins
    .command("types")
    .summary("write the types of a plugin's settings")
    .description(
      "Writes the settings that plugin.json declares as TypeScript types, into settings.gen.ts beside it.",
    )
    .argument("<folder>", "folder with a plugin.json")
    .option("--check", "write nothing; exit code 2 if the file is not current")
    .addHelpText("after", help.types)
    .action(action(async () => (await import("./write-types.js")).writePluginTypes));
  plugins
    .command("test")
    .summary("check a plugin rule by rule")
    .description(
      "Checks a plugin against the rules for plugins, one by one. This runs the code of the plugin.",
    )
    .argument("<folder>", "folder with a plugin.json, whose code you trust")
    .option("--set <name=value>", "a value of the plugin's config; repeatable", appendValue)
    .addHelpText("after", help.test)
    .action(action(async () => (await import("./test-plugin.js")).testPlugin));
}

/** For plugins that were added: `remove` and `outdated`. */
function addUpkeep(plugins: Command, { action, actionWithoutOptions }: ProgramContext): void {
  plugins
    .command("remove")
    .summary("delete a plugin that you added")
    .description("Deletes a plugin that you added, after a question.")
    .argument("<id>", "id of an added plugin")
    .option("-y, --yes", "delete the plugin without a question")
    .addHelpText("after", help.remove)
    .action(action(async () => (await import("./change-plugins.js")).removeAddedPlugin));
  plugins
    .command("outdated")
    .summary("added plugins whose source has another version")
    .description("Lists the plugins that you added and whose source has another version now.")
    .addHelpText("after", help.outdated)
    .action(actionWithoutOptions(async () => (await import("./change-plugins.js")).listOutdated));
}

/** For any plugin folder, without running its code: `validate`. */
function addValidation(plugins: Command, { actionWithoutOptions }: ProgramContext): void {
  plugins
    .command("validate")
    .summary("check plugin folders without running their code")
    .description(
      "Checks plugin folders without running their code: plugin.json, settings, and the pages of panels.",
    )
    .argument("<folder...>", "folders with a plugin.json")
    .addHelpText("after", help.validate)
    .action(actionWithoutOptions(async () => (await import("./validate-plugins.js")).validatePlugins));
}

export function addPluginsCommand(program: Command, context: ProgramContext): void {
  const plugins = program
    .command("plugins")
    .summary("list, inspect, create, test, add, remove and validate plugins")
    .description("Lists, inspects, creates, tests, adds, removes and validates plugins.")
    .addHelpText("after", help.plugins);
  addViews(plugins, context);
  addInstallation(plugins, context);
  addAuthoring(plugins, context);
  addUpkeep(plugins, context);
  addValidation(plugins, context);
}
