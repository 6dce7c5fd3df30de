// The definitions of `backend drain`, `pause` and `resume`, and of those for failed prompts.

import type { Command } from "commander";
import type { ProgramContext } from "../../definition/program-context.js";
import { backendHelp } from "./backend-help.js";

const texts = {
  drain: {
    summary: "give a member of a queue no further prompts",
    description:
      "Gives a member of a queue no further prompts, until `resume`; its running prompts continue.",
  },
  pause: {
    summary: "let the prompts of a queue, or of one owner, wait",
    description:
      "Gives the members of a queue no further prompts, or none of one owner, until `resume`; running prompts continue, and new prompts wait.",
  },
  resume: {
    summary: "end a drain of a member or a pause",
    description:
      "Gives a draining member of a queue prompts again; without a member, ends the pause of the queue, or of one owner.",
  },
} as const;

const ownerHelp = "only the prompts of this owner, as `backend status` shows the name";
const memberHelp = "name of a member, which is the name of its worker";

export function addFailureCommands(backend: Command, { action }: ProgramContext): void {
  const queue = "name of an instance of the kind queue";
  backend
    .command("failures")
    .summary("prompts of a queue that have failed or are lost")
    .description("Shows the prompts of a queue that have failed or are lost, or one of them in full.")
    .argument("<name>", queue)
    .argument("[prompt]", "id of a failed prompt, or its beginning")
    .option("--limit <n>", "how many to show (default: 50)")
    .addHelpText("after", backendHelp.failures)
    .action(action(async () => (await import("./failures.js")).showFailures));
  const ids = "ids of failed prompts, or their beginnings";
  backend
    .command("retry")
    .summary("queue failed prompts again")
    .description("Queues failed prompts again, under the same ids. A lost prompt may have been run before.")
    .argument("<name>", queue)
    .argument("[prompts...]", ids)
    .option("--all", "all failed prompts, after a question")
    .option("--yes", "do not ask")
    .addHelpText("after", backendHelp.retry)
    .action(action(async () => (await import("./failures.js")).retryFailures));
  backend
    .command("discard")
    .summary("forget failed prompts")
    .description("Forgets failed prompts, with their submissions.")
    .argument("<name>", queue)
    .argument("[prompts...]", ids)
    .option("--all", "all failed prompts, after a question")
    .option("--yes", "do not ask")
    .addHelpText("after", backendHelp.discard)
    .action(action(async () => (await import("./failures.js")).discardFailures));
}

export function addMemberCommands(backend: Command, { action, actionWithoutOptions }: ProgramContext): void {
  const define = (name: keyof typeof texts): Command =>
    backend
      .command(name)
      .summary(texts[name].summary)
      .description(texts[name].description)
      .argument("<name>", "name of an instance of the kind queue")
      .addHelpText("after", backendHelp[name]);
  define("drain")
    .argument("<member>", memberHelp)
    .action(actionWithoutOptions(async () => (await import("./drain-member.js")).drainMember));
  define("pause")
    .option("--owner <name>", ownerHelp)
    .action(action(async () => (await import("./drain-member.js")).pauseQueue));
  define("resume")
    .argument("[member]", memberHelp)
    .option("--owner <name>", ownerHelp)
    .action(action(async () => (await import("./drain-member.js")).resume));
}
