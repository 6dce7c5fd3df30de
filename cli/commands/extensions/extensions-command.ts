// The definitions of the `extensions` commands.

import type { Command } from "commander";
import { withBackendOption } from "../../definition/backend-option.js";
import { withRules } from "../../definition/option-rules.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { withWorkflowOptions } from "../../definition/workflow-options.js";
import { extensionsHelp } from "./extensions-help.js";

const withChangeOptions = (command: Command): Command =>
  withBackendOption(command)
    .option("--restart", "restart the server without asking, unless jobs on it would be lost")
    .option("--yes", "do not ask, and restart the server in any case");

function addViews(extensions: Command, { action }: ProgramContext): void {
  withBackendOption(extensions.command("list"))
    .summary("extensions that a backend has")
    .description("Extensions that a backend has: version, origin, and whether the server has loaded them.")
    .addHelpText("after", extensionsHelp.list)
    .action(action(async () => (await import("./list-extensions.js")).listExtensions));
  withBackendOption(extensions.command("available"))
    .summary("extensions that a backend can install")
    .description(
      "Extensions that a backend can install, found by words in the title, id, author and description.",
    )
    .argument("[query...]", "words to look for (default: all)")
    .option("--limit <n>", "number of extensions to show (default: 30)")
    .addHelpText("after", extensionsHelp.available)
    .action(action(async () => (await import("./list-extensions.js")).availableExtensions));
}

const targetHelp = "a graph file (API or editor format), an image, or the id of a workflow";

function addRequirements(extensions: Command, { streams, action }: ProgramContext): void {
  const check = withRules(extensions.command("check").argument("[workflow]", targetHelp), {
    option: "--yes",
    needs: "--install",
  });
  withWorkflowOptions(check, streams)
    .summary("check which extensions a workflow or a graph needs")
    .description("Extensions that a workflow or a graph needs, which of them a backend has, and what to do.")
    .option(
      "--install",
      "install what is missing: asks, installs, restarts and checks again; generates nothing",
    )
    .option("--yes", "answer questions so that the installation continues")
    .addHelpText("after", extensionsHelp.check)
    .action(action(async () => (await import("./check-extensions.js")).checkExtensions));
  const lock = extensions.command("lock").argument("[workflow]", targetHelp);
  withWorkflowOptions(lock, streams)
    .summary("pin the extension versions that a workflow uses now")
    .description(
      "Writes pictor-extensions.lock.json: the exact versions of a backend's extensions that a workflow uses now.",
    )
    .addHelpText("after", extensionsHelp.lock)
    .action(action(async () => (await import("./lock-extensions.js")).lockExtensions));
}

const idHelp = "owner/name, the address of a repository, or an id of the registry";

/** Commands that change installed extensions by their ids. */
const switches = [
  ["enable", "let the server load extensions again", "Lets the server load extensions again."],
  [
    "disable",
    "keep the server from loading extensions",
    "Keeps the server from loading extensions; their files stay.",
  ],
  ["remove", "delete extensions, after asking", "Deletes the files of extensions, after asking."],
] as const;

function addChanges(extensions: Command, { action }: ProgramContext): void {
  withChangeOptions(extensions.command("install"))
    .summary("install extensions, after asking")
    .description("Installs extensions with their Python requirements; shows where they come from, and asks.")
    .argument("<id...>", `${idHelp}; with @RANGE or #COMMIT`)
    .addHelpText("after", extensionsHelp.install)
    .action(action(async () => (await import("./install-extensions.js")).installExtensions));
  withChangeOptions(extensions.command("update"))
    .summary("update extensions to another version")
    .description("Updates extensions to their newest version, or to the version given with the id.")
    .argument("[id...]", `${idHelp}; with @RANGE or #COMMIT (default: all)`)
    .addHelpText("after", extensionsHelp.update)
    .action(action(async () => (await import("./install-extensions.js")).updateExtensions));
  for (const [change, summary, description] of switches) {
    withChangeOptions(extensions.command(change))
      .summary(summary)
      .description(description)
      .argument("<id...>", "id or folder, as `extensions list` shows them")
      .addHelpText("after", extensionsHelp[change])
      .action(
        action(async () => (await import("./switch-extensions.js")).switchExtensions.bind(undefined, change)),
      );
  }
}

export function addExtensionsCommand(program: Command, context: ProgramContext): void {
  const extensions = program
    .command("extensions")
    .summary("list, check, install and update extensions of a backend")
    .description(
      "Extensions (custom nodes) of a backend: list them, check what a workflow needs, install, update.",
    )
    .addHelpText("after", extensionsHelp.extensions);
  addViews(extensions, context);
  addRequirements(extensions, context);
  addChanges(extensions, context);
}
