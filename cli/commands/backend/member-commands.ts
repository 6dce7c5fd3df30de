// The definitions of `backend drain`, `pause` and `resume`.

import type { Command } from "commander";
import type { ProgramContext } from "../../definition/program-context.js";
import { backendHelp } from "./backend-help.js";

const operations = [
  {
    name: "drain",
    summary: "give a member of a queue no further prompts",
    description:
      "Gives a member of a queue no further prompts, until `resume`; its running prompts continue.",
    member: "<member>",
  },
  {
    name: "pause",
    summary: "give no member of a queue further prompts",
    description:
      "Gives no member of a queue further prompts, until `resume`; running prompts continue, and new ones wait.",
    member: undefined,
  },
  {
    name: "resume",
    summary: "give a member or the queue prompts again",
    description:
      "Gives a drained member of a queue prompts again; without a member, ends the pause of the queue.",
    member: "[member]",
  },
] as const;

export function addMemberCommands(backend: Command, { actionWithoutOptions }: ProgramContext): void {
  for (const { name: operation, summary, description, member } of operations) {
    const command = backend
      .command(operation)
      .summary(summary)
      .description(description)
      .argument("<name>", "name of an instance of the kind queue");
    if (member !== undefined) command.argument(member, "name of a member, which is the name of its worker");
    command.addHelpText("after", backendHelp[operation]);
    if (operation === "pause")
      command.action(actionWithoutOptions(async () => (await import("./drain-member.js")).pauseQueue));
    else
      command.action(
        actionWithoutOptions(async () =>
          (await import("./drain-member.js")).changeMember.bind(undefined, operation),
        ),
      );
  }
}
