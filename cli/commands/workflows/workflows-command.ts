// `workflows list` and `features list`, and the definitions of their `show`.

import type { Feature, Workflow } from "@pictor/client";
import { workflowOperations } from "@pictor/features/workflows/operations";
import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { callOf, show, tableOf, type Columns } from "../../session/plain-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";

type Entry = Pick<Workflow | Feature, "id" | "title" | "description">;

const columns: Columns<Entry> = [
  ["ID", ({ id }) => id],
  ["TITLE", ({ title }) => title],
  ["DESCRIPTION", ({ description = "" }) => description],
];

const lists = {
  workflows: async ({ kernel: pictor }: CommandHost) =>
    (await workflowOperations.listWorkflows.run(callOf({}), { pictor })).workflows,
  features: async ({ kernel: pictor }: CommandHost) =>
    (await workflowOperations.listFeatures.run(callOf({}), { pictor })).features,
};

const listContributions = hostedCommand(async (host, nouns: "workflows" | "features") => {
  const { terminal } = host;
  const entries = (await lists[nouns](host))
    .map(({ id, title, description = "", plugin }) => ({ id, title, description, plugin }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return show(terminal, entries, {
    record: () => ({ [nouns]: entries }),
    print: () => {
      terminal.result(tableOf(terminal, columns, entries));
      warnOfPluginProblems(host);
    },
  });
});

interface Noun {
  /** The name of the command. */
  readonly nouns: "workflows" | "features";
  readonly noun: string;
  readonly summary: string;
  readonly description: string;
  readonly example: string;
}

function addNoun(program: Command, { actionWithoutOptions }: ProgramContext, given: Noun): void {
  const { nouns, noun, summary, description, example } = given;
  const command = program
    .command(nouns)
    .summary(summary)
    .description(description)
    .addHelpText("after", examples(`pictor ${nouns} list`, `pictor ${nouns} show ${example}`));
  command
    .command("list")
    .summary(`every ${noun} with a sentence about it`)
    .description(`Every ${noun} of the plugins in use, with a sentence about it.`)
    .addHelpText("after", examples(`pictor ${nouns} list`, `pictor ${nouns} list --json`))
    .action(actionWithoutOptions(() => listContributions.bind(undefined, nouns)));
  command
    .command("show")
    .summary(`the settings of one ${noun}, and what it works with`)
    .description(
      `One ${noun}: its settings with their defaults, basic ones first, and the ${nouns === "workflows" ? "features" : "workflows"} that it works with.`,
    )
    .argument("<id>", `id of a ${noun}, such as ${example}`)
    .addHelpText(
      "after",
      examples(`pictor ${nouns} show ${example}`, `pictor ${nouns} show ${example} --json`),
    )
    .action(
      actionWithoutOptions(async () =>
        (await import("./show-contribution.js")).showContribution.bind(undefined, nouns),
      ),
    );
}

export function addWorkflowsCommand(program: Command, context: ProgramContext): void {
  addNoun(program, context, {
    nouns: "workflows",
    noun: "workflow",
    summary: "list and show workflows, with their settings",
    description: "Lists and shows the workflows that `generate` can run.",
    example: "txt2img",
  });
}

export function addFeaturesCommand(program: Command, context: ProgramContext): void {
  addNoun(program, context, {
    nouns: "features",
    noun: "feature",
    summary: "list and show features, which add to a workflow",
    description: "Lists and shows the features that --feature adds to a workflow.",
    example: "lora",
  });
}
