// The definitions of `backend ...`.

import type { Command } from "commander";
import { helpTexts } from "../help-texts.js";
import type { ProgramOptions } from "../program.js";

export function addBackend(program: Command, { streams, end }: ProgramOptions): void {
  const backend = program.command("backend").description("List backend instances and ask how they are.");
  backend.summary("list backend instances, ask how they are").addHelpText("after", helpTexts.backend);
  backend
    .command("list")
    .description("Configured and default instances, and which one would be used.")
    .addHelpText("after", helpTexts.backendList)
    .action(async (_options: object, command: Command) => {
      const { listBackends } = await import("../commands/backend-list.js");
      end(await listBackends({ globals: command.optsWithGlobals(), streams }));
    });
  backend
    .command("status")
    .description("Opens an instance and shows what it says of itself.")
    .argument("[name]", "name of an instance (default: the one that generate would use)")
    .addHelpText("after", helpTexts.backendStatus)
    .action(async (name: string | undefined, _options: object, command: Command) => {
      const { backendStatus } = await import("../commands/backend-status.js");
      end(await backendStatus(name, { globals: command.optsWithGlobals(), streams }));
    });
}
