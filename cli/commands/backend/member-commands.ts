// The definitions of `backend drain` and `backend resume`.

import type { Command } from "commander";
import type { ProgramContext } from "../../definition/program-context.js";
import { backendHelp } from "./backend-help.js";

const operations = [
  {
    name: "drain",
    summary: "give a member of a queue no further prompts",
    description:
      "Gives a member of a queue no further prompts, until `resume`; its running prompts continue.",
  },
  {
    name: "resume",
    summary: "give a drained member of a queue prompts again",
    description: "Gives a drained member of a queue prompts again.",
  },
] as const;

export function addMemberCommands(backend: Command, { actionWithoutOptions }: ProgramContext): void {
  for (const { name: operation, summary, description } of operations)
    backend
      .command(operation)
      .summary(summary)
      .description(description)
      .argument("<name>", "name of an instance of the kind queue")
      .argument("<member>", "name of a member, which is the name of its worker")
      .addHelpText("after", backendHelp[operation])
      .action(
        actionWithoutOptions(async () =>
          (await import("./drain-member.js")).changeMember.bind(undefined, operation),
        ),
      );
}
