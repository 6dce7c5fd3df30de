// The definition of `graph`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { withPreset, withWorkflow } from "../../definition/workflow-options.js";

const help = examples(
  "pictor graph txt2img --example --backend embedded > graph.json",
  'pictor graph txt2img "a red fox" --seed 7 --set sampler=euler',
);

export function addGraphCommand(program: Command, { streams, action }: ProgramContext): void {
  withPreset(withWorkflow(program.command("graph"), streams))
    .summary("print the graph that generate would submit")
    .description("Prints the node graph in API format; with --count, a list of one graph per batch.")
    .addHelpText("after", help)
    .action(action(async () => (await import("./print-graph.js")).printGraph));
}
