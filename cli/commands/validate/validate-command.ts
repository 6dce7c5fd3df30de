// The definition of `validate`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { withPreset, withWorkflowOptions } from "../../definition/workflow-options.js";

const help = `${examples(
  "pictor validate graph.json",
  'pictor validate txt2img "a red fox" --set sampler=euler --backend studio',
  "pictor graph txt2img --example | pictor validate - --backend studio",
  "pictor validate graph.json --json | jq '.problems[] | {node, input, hint}'",
)}

Each problem names the node, the input, what is allowed and the nearest match. Exit code 0: the backend would accept the graph; 2:
the graph has problems. The options besides --backend are for a workflow.`;

export function addValidateCommand(program: Command, { streams, action }: ProgramContext): void {
  const command = program
    .command("validate")
    .argument(
      "[graph]",
      "a graph file or image as for generate custom, - for a graph on standard input, or the id of a workflow",
    );
  withPreset(withWorkflowOptions(command, streams))
    .summary("check a graph or a workflow against a backend")
    .description(
      "Reports every problem that a graph, or the graph of a workflow, has on a backend. Runs nothing.",
    )
    .addHelpText("after", help)
    .action(action(async () => (await import("./validate-graph.js")).validate));
}
