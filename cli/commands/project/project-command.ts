// The definitions of `project save` and `project show`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { withWorkflowOptions } from "../../definition/workflow-options.js";

const help = {
  project: examples(
    'pictor project save fox.json txt2img "a red fox" --set steps=30 --feature hires-fix',
    "pictor project save fox.json --from fox.png",
    "pictor generate --from fox.json --count 4",
  ),
  save: examples(
    'pictor project save fox.json txt2img "a red fox" --set steps=30 --feature hires-fix',
    "pictor project save fox.json --from fox.png --force",
  ),
  show: examples("pictor project show fox.json", "pictor project show fox.json --json"),
};

export function addProjectCommand(
  program: Command,
  { streams, action, actionWithoutOptions }: ProgramContext,
): void {
  const project = program
    .command("project")
    .summary("keep a generation as a file")
    .description("A generation as a file: save one, show one. `pictor generate --from FILE` runs it.")
    .addHelpText("after", help.project);
  const save = project
    .command("save")
    .argument("<file>", "where to save, such as fox.json")
    .argument("[workflow]", "id of a workflow; not needed with --from");
  withWorkflowOptions(save, streams, { workflowIndex: 1, needsBackend: false })
    .summary("save a workflow and its settings")
    .description(
      "Writes the request that generate would run. An existing file is kept unless --force is given.",
    )
    .option("--force", "replace an existing file")
    .addHelpText("after", help.save)
    .action(action(async () => (await import("./save-project.js")).saveProject));
  project
    .command("show")
    .summary("show what a project or an image asks for")
    .description("Workflow, prompts, settings and features of a project, or of an image.")
    .argument("<file>", "a project or an image")
    .addHelpText("after", help.show)
    .action(actionWithoutOptions(async () => (await import("./show-project.js")).showProject));
}
