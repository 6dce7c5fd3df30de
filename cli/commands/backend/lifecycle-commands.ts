// The definitions of `backend install`, `update`, `start`, `stop`, `restart` and `logs`.

import type { Command } from "commander";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";
import { backendHelp as settingsOfKind } from "../../definition/settings-help.js";
import { backendHelp } from "./backend-help.js";

const withName = (command: Command): Command => command.argument("<name>", "name of an instance");
const yes = "do not ask, even if queued or running jobs would be lost";

function addInstallation(backend: Command, { streams, action }: ProgramContext): void {
  backend
    .command("install")
    .summary("install ComfyUI on this machine")
    .description("Installs ComfyUI on this machine; shows the plan and asks first.")
    .argument("<name>", "name of an instance; created if no configuration has it")
    .option("--dry-run", "show the plan with its finished and pending steps, and change nothing")
    .option("--set <path=value>", "a setting of the instance; repeatable", appendValue)
    .option("--yes", "do not ask")
    .addHelpText("after", ({ command }) => {
      const settings = settingsOfKind("managed", { globals: command.optsWithGlobals(), streams });
      return `${settings}\n${backendHelp.install}`;
    })
    .action(action(async () => (await import("./install-backend.js")).installBackend));
  withName(backend.command("update"))
    .summary("change the ComfyUI version of an instance")
    .description(
      "Changes the ComfyUI version of an instance; restores the old one if the new one does not start.",
    )
    .option("--to <version>", "tag, branch or commit (default: install.version of its settings)")
    .option("--yes", yes)
    .addHelpText("after", backendHelp.update)
    .action(action(async () => (await import("./update-backend.js")).updateBackend));
}

function addServer(backend: Command, { action }: ProgramContext): void {
  withName(backend.command("start"))
    .summary("start the server of an instance")
    .description("Starts the server of an instance and leaves it running.")
    .option("--watch", "stay, show the server's log, and stop the server on Ctrl-C")
    .addHelpText("after", backendHelp.start)
    .action(action(async () => (await import("./start-backend.js")).startBackend));
  withName(backend.command("stop"))
    .summary("stop the server of an instance")
    .description("Stops the server of an instance, whoever started it; asks if jobs would be lost.")
    .option("--yes", yes)
    .addHelpText("after", backendHelp.stop)
    .action(action(async () => (await import("./stop-backend.js")).stopBackend));
  withName(backend.command("restart"))
    .summary("restart the server of an instance")
    .description("Restarts the server of an instance, or starts it if it is stopped, and leaves it running.")
    .option("--yes", yes)
    .addHelpText("after", backendHelp.restart)
    .action(action(async () => (await import("./stop-backend.js")).restartBackend));
  backend
    .command("logs")
    .summary("show the server log of an instance")
    .description("Prints the last lines of the server log of an instance.")
    .argument("[name]", "name of an instance (default: the one that generate would use)")
    .option("-f, --follow", "print new lines as they are written, until Ctrl-C")
    .option("-n, --lines <n>", "number of last lines (default: 50)")
    .addHelpText("after", backendHelp.logs)
    .action(action(async () => (await import("./print-logs.js")).backendLogs));
}

export function addLifecycleCommands(backend: Command, context: ProgramContext): void {
  addInstallation(backend, context);
  addServer(backend, context);
}
