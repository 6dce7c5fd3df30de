// The definitions of `workflows list` and `show`, and of `features list` and `show`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";

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
    .action(
      actionWithoutOptions(async () =>
        (await import("./list-contributions.js")).listContributions.bind(undefined, nouns),
      ),
    );
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
