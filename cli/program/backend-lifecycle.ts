// The definitions of `backend install`, `start`, `stop`, `restart`, `update` and `logs`.

import type { Command } from "commander";
import type { InstallOptions } from "../commands/backend-install.js";
import type { QuestionOptions } from "../commands/backend-instance.js";
import type { LogsOptions } from "../commands/backend-logs.js";
import type { StartCommandOptions } from "../commands/backend-start.js";
import type { UpdateOptions } from "../commands/backend-update.js";
import { helpTexts } from "../help-texts.js";
import type { ProgramOptions } from "../program.js";
import { backendHelp } from "../settings-help.js";
import { collect } from "./collect.js";

const named = (command: Command): Command => command.argument("<name>", "name of an instance");
const yes = "do not ask, also where jobs that wait or run there are lost";

function addInstallation(backend: Command, { streams, end }: ProgramOptions): void {
  backend
    .command("install")
    .summary("install a ComfyUI of your own on this machine")
    .description("Installs a ComfyUI of your own on this machine; shows the plan, and asks.")
    .argument("<name>", "name of an instance; one that no configuration has is made")
    .option("--dry-run", "show the plan, what is done and what is to do, and change nothing")
    .option("--set <path=value>", "a setting of the instance; repeatable", collect)
    .option("--yes", "do not ask")
    .addHelpText("after", ({ command }) => {
      const settings = backendHelp("managed", { globals: command.optsWithGlobals(), streams });
      return `${settings}\n${helpTexts.backendInstall}`;
    })
    .action(async (name: string, options: InstallOptions, command: Command) => {
      const { installBackend } = await import("../commands/backend-install.js");
      end(await installBackend(name, options, { globals: command.optsWithGlobals(), streams }));
    });
  named(backend.command("update"))
    .summary("bring an instance to another version")
    .description(
      "Brings what an instance runs to another version; the old one comes back if that does not start.",
    )
    .option("--to <version>", "tag, branch or commit (default: what its settings name)")
    .option("--yes", yes)
    .addHelpText("after", helpTexts.backendUpdate)
    .action(async (name: string, options: UpdateOptions, command: Command) => {
      const { updateBackend } = await import("../commands/backend-update.js");
      end(await updateBackend(name, options, { globals: command.optsWithGlobals(), streams }));
    });
}

function addServer(backend: Command, { streams, end }: ProgramOptions): void {
  named(backend.command("start"))
    .summary("start the server of an instance")
    .description("Starts the server of an instance, and leaves it running.")
    .option("--watch", "stay, show its log, and stop it with Ctrl-C")
    .addHelpText("after", helpTexts.backendStart)
    .action(async (name: string, options: StartCommandOptions, command: Command) => {
      const { startBackend } = await import("../commands/backend-start.js");
      end(await startBackend(name, options, { globals: command.optsWithGlobals(), streams }));
    });
  named(backend.command("stop"))
    .summary("stop the server of an instance")
    .description("Stops the server of an instance, whoever started it; asks where jobs would be lost.")
    .option("--yes", yes)
    .addHelpText("after", helpTexts.backendStop)
    .action(async (name: string, options: QuestionOptions, command: Command) => {
      const { stopBackend } = await import("../commands/backend-stop.js");
      end(await stopBackend(name, options, { globals: command.optsWithGlobals(), streams }));
    });
  named(backend.command("restart"))
    .summary("stop the server and start it again")
    .description("Stops it and starts it again; one that does not run is started and left running.")
    .option("--yes", yes)
    .addHelpText("after", helpTexts.backendRestart)
    .action(async (name: string, options: QuestionOptions, command: Command) => {
      const { restartBackend } = await import("../commands/backend-stop.js");
      end(await restartBackend(name, options, { globals: command.optsWithGlobals(), streams }));
    });
  backend
    .command("logs")
    .summary("what the server of an instance wrote")
    .description("The last lines that the server of an instance wrote.")
    .argument("[name]", "name of an instance (default: the one that generate would use)")
    .option("-f, --follow", "go on with what is written from now on, until Ctrl-C")
    .option("-n, --lines <n>", "how many of the last lines (default: 50)")
    .addHelpText("after", helpTexts.backendLogs)
    .action(async (name: string | undefined, options: LogsOptions, command: Command) => {
      const { backendLogs } = await import("../commands/backend-logs.js");
      end(await backendLogs(name, options, { globals: command.optsWithGlobals(), streams }));
    });
}

export function addLifecycle(backend: Command, options: ProgramOptions): void {
  addInstallation(backend, options);
  addServer(backend, options);
}
