// The definitions of `extensions ...`.

import type { Command } from "commander";
import type { ChangeCommandOptions } from "../commands/extensions-change.js";
import type { CheckOptions } from "../commands/extensions-check.js";
import type { AvailableOptions, ExtensionsOptions } from "../commands/extensions-list.js";
import type { LockOptions } from "../commands/extensions-lock.js";
import type { Switch } from "../commands/extensions-switch.js";
import { helpTexts } from "../help-texts.js";
import type { ProgramOptions } from "../program.js";
import { withWorkflowOptions } from "./generation.js";

const onBackend = (command: Command): Command =>
  command.option("--backend <name>", "backend instance (default: the one that generate would use)");

const changing = (command: Command): Command =>
  onBackend(command)
    .option("--restart", "restart the server without asking, unless jobs on it would be lost")
    .option("--yes", "do not ask, and restart the server in any case");

function addViews(extensions: Command, { streams, end }: ProgramOptions): void {
  onBackend(extensions.command("list"))
    .summary("what a backend has")
    .description("What a backend has: versions, where it comes from, whether the server has loaded it.")
    .addHelpText("after", helpTexts.extensionsList)
    .action(async (options: ExtensionsOptions, command: Command) => {
      const { listExtensions } = await import("../commands/extensions-list.js");
      end(await listExtensions(options, { globals: command.optsWithGlobals(), streams }));
    });
  onBackend(extensions.command("available"))
    .summary("what a backend could have")
    .description("What a backend could have, by words of title, id, author and description.")
    .argument("[query...]", "words to look for (default: all)")
    .option("--limit <n>", "extensions to show (default: 30)")
    .addHelpText("after", helpTexts.extensionsAvailable)
    .action(async (words: readonly string[], options: AvailableOptions, command: Command) => {
      const { availableExtensions } = await import("../commands/extensions-list.js");
      end(await availableExtensions(words, options, { globals: command.optsWithGlobals(), streams }));
    });
}

const target = "a graph file, API format or the editor's, an image, or the id of a workflow";

function addProject(extensions: Command, { streams, end }: ProgramOptions): void {
  const check = extensions.command("check").argument("[workflow]", target);
  withWorkflowOptions(check, streams)
    .summary("what a workflow or a graph needs, and what is there")
    .description("What a workflow or a graph needs of a backend, what is there, and what to do.")
    .option("--install", "do it: asks, installs, restarts and looks again; nothing is generated")
    .option("--yes", "answer questions so that the work goes on")
    .addHelpText("after", helpTexts.extensionsCheck)
    .action(
      async (
        workflow: string | undefined,
        prompt: string | undefined,
        options: CheckOptions,
        command: Command,
      ) => {
        const { checkExtensions } = await import("../commands/extensions-check.js");
        end(
          await checkExtensions(workflow, prompt, options, { globals: command.optsWithGlobals(), streams }),
        );
      },
    );
  const lock = extensions.command("lock").argument("[workflow]", target);
  withWorkflowOptions(lock, streams)
    .summary("pin what a workflow uses now")
    .description("Writes pictor-extensions.lock.json: exactly what a workflow uses of a backend now.")
    .addHelpText("after", helpTexts.extensionsLock)
    .action(
      async (
        workflow: string | undefined,
        prompt: string | undefined,
        options: LockOptions,
        command: Command,
      ) => {
        const { lockExtensions } = await import("../commands/extensions-lock.js");
        end(await lockExtensions(workflow, prompt, options, { globals: command.optsWithGlobals(), streams }));
      },
    );
}

const idHelp = "owner/name, the address of a repository, or an id of the registry";

function addChanges(extensions: Command, { streams, end }: ProgramOptions): void {
  changing(extensions.command("install"))
    .summary("install extensions; asks before")
    .description("Installs extensions with their Python requirements; says where they come from, and asks.")
    .argument("<id...>", `${idHelp}; with @RANGE or #COMMIT`)
    .addHelpText("after", helpTexts.extensionsInstall)
    .action(async (words: readonly string[], options: ChangeCommandOptions, command: Command) => {
      const { installExtensions } = await import("../commands/extensions-install.js");
      end(await installExtensions(words, options, { globals: command.optsWithGlobals(), streams }));
    });
  changing(extensions.command("update"))
    .summary("bring extensions to another version")
    .description("Brings extensions to their newest version, or to the one that is asked for.")
    .argument("[id...]", `${idHelp}; with @RANGE or #COMMIT (default: all)`)
    .addHelpText("after", helpTexts.extensionsUpdate)
    .action(async (words: readonly string[], options: ChangeCommandOptions, command: Command) => {
      const { updateExtensions } = await import("../commands/extensions-install.js");
      end(await updateExtensions(words, options, { globals: command.optsWithGlobals(), streams }));
    });
  const switches: readonly (readonly [Switch, summary: string, description: string, help: string])[] = [
    [
      "enable",
      "let the server load extensions again",
      "Lets the server load extensions again.",
      helpTexts.extensionsEnable,
    ],
    [
      "disable",
      "keep the server from loading extensions",
      "Keeps the server from loading extensions; their files stay.",
      helpTexts.extensionsDisable,
    ],
    [
      "remove",
      "delete extensions; asks before",
      "Deletes the files of extensions; asks before.",
      helpTexts.extensionsRemove,
    ],
  ];
  for (const [action, summary, description, help] of switches) {
    changing(extensions.command(action))
      .summary(summary)
      .description(description)
      .argument("<id...>", "id or folder, as `extensions list` shows them")
      .addHelpText("after", help)
      .action(async (words: readonly string[], options: ChangeCommandOptions, command: Command) => {
        const { switchExtensions } = await import("../commands/extensions-switch.js");
        end(await switchExtensions(action, words, options, { globals: command.optsWithGlobals(), streams }));
      });
  }
}

export function addExtensions(program: Command, options: ProgramOptions): void {
  const extensions = program
    .command("extensions")
    .description(
      "Extensions (custom nodes) of a backend: what it has, what a workflow needs, install, update.",
    );
  extensions
    .summary("list, check, install and update extensions of a backend")
    .addHelpText("after", helpTexts.extensions);
  addViews(extensions, options);
  addProject(extensions, options);
  addChanges(extensions, options);
}
