// The definitions of `backend list` and `backend status`, and the group of all `backend` commands.

import type { Command } from "commander";
import type { ProgramContext } from "../../definition/program-context.js";
import { backendHelp } from "./backend-help.js";
import { addLifecycleCommands } from "./lifecycle-commands.js";
import { addMemberCommands } from "./member-commands.js";
import { addServeCommand } from "./serve-command.js";

export function addBackendCommand(program: Command, context: ProgramContext): void {
  const { streams, end } = context;
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
    .action(async (_options: object, command: Command) => {
      const { listBackends } = await import("./list-backends.js");
      end(await listBackends({ globals: command.optsWithGlobals(), streams }));
    });
  backend
    .command("status")
    .summary("kind, version, state and members of an instance")
    .description("Opens an instance and shows its kind, version, state, facets and members; starts nothing.")
    .argument("[name]", "name of an instance (default: the one that generate would use)")
    .addHelpText("after", backendHelp.status)
    .action(async (name: string | undefined, _options: object, command: Command) => {
      const { backendStatus } = await import("./show-status.js");
      end(await backendStatus(name, { globals: command.optsWithGlobals(), streams }));
    });
  addMemberCommands(backend, context);
  addLifecycleCommands(backend, context);
  addServeCommand(backend, context);
}
