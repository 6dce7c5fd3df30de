// The definitions of `backend list` and `backend status`, and the group of all `backend` commands.

import type { Command } from "commander";
import type { ProgramContext } from "../../definition/program-context.js";
import { backendHelp } from "./backend-help.js";
import { addLifecycleCommands } from "./lifecycle-commands.js";
import { addFailureCommands, addMemberCommands } from "./member-commands.js";
import { addServeCommand } from "./serve-command.js";

export function addBackendCommand(program: Command, context: ProgramContext): void {
  const { actionWithoutOptions } = context;
  const backend = program
    .command("backend")
    .summary("list, install, start, watch and update backends; run the embedded server")
    .description("Backend instances: list, install, start, watch and update them; run the embedded server.")
    .addHelpText("after", backendHelp.backend);
  backend
    .command("list")
    .summary("instances, and which one is the default")
    .description("Configured and default instances, and which one is used without --backend.")
    .addHelpText("after", backendHelp.list)
    .action(actionWithoutOptions(async () => (await import("./list-backends.js")).listBackends));
  backend
    .command("status")
    .summary("kind, version, state and members of an instance")
    .description("Opens an instance and shows its kind, version, state, facets and members; starts nothing.")
    .argument("[name]", "name of an instance (default: the one that generate would use)")
    .addHelpText("after", backendHelp.status)
    .action(actionWithoutOptions(async () => (await import("./show-status.js")).backendStatus));
  addMemberCommands(backend, context);
  addFailureCommands(backend, context);
  addLifecycleCommands(backend, context);
  addServeCommand(backend, context);
}
