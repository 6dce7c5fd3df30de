// The definitions of `presets list`, `show`, `save` and `delete`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import { withRules } from "../../definition/option-rules.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { withWorkflowOptions } from "../../definition/workflow-options.js";

const help = {
  presets: `${examples(
    'pictor presets save portrait txt2img "a portrait" --set steps=30 --count 4',
    "pictor presets list",
    "pictor generate --preset portrait",
  )}

Presets are in a file of the user, which panels of \`pictor serve\` read and write, too.`,
  save: examples(
    'pictor presets save portrait txt2img "a portrait" --set steps=30 --feature hires-fix',
    "pictor presets save fox --from fox.png --force",
  ),
};

export function addPresetsCommand(
  program: Command,
  { streams, action, actionWithoutOptions }: ProgramContext,
): void {
  const presets = program
    .command("presets")
    .summary("keep the settings of a generation under a name")
    .description("Settings of generations under names: list, show, save and delete them.")
    .addHelpText("after", help.presets);
  presets
    .command("list")
    .summary("list the presets")
    .description("Name, workflow and description of each preset.")
    .addHelpText("after", examples("pictor presets list", "pictor presets list --json"))
    .action(actionWithoutOptions(async () => (await import("./show-presets.js")).listPresets));
  presets
    .command("show")
    .summary("show a preset")
    .description("Workflow, prompts, settings and features of a preset.")
    .argument("<name>", "name of the preset")
    .addHelpText("after", examples("pictor presets show portrait"))
    .action(actionWithoutOptions(async () => (await import("./show-presets.js")).showPreset));
  const save = presets
    .command("save")
    .argument("<name>", "name of the preset")
    .argument("[workflow]", "id of a workflow; not needed with --from");
  withRules(withWorkflowOptions(save, streams, { workflowIndex: 1 }), { option: "--yes", needs: "--from" })
    .summary("save settings under a name")
    .description(
      "Saves the request that generate would run. Each job uses the seed that --seed or the image of --from gives, and a new one if neither gives one.",
    )
    .option("--description <text>", "a sentence about the preset")
    .option("--force", "replace a preset of the same name")
    .option("--yes", "allow the files that an image or a project file names")
    .addHelpText("after", help.save)
    .action(action(async () => (await import("./save-preset.js")).savePreset));
  presets
    .command("delete")
    .summary("delete a preset")
    .description("Deletes a preset.")
    .argument("<name>", "name of the preset")
    .addHelpText("after", examples("pictor presets delete portrait"))
    .action(actionWithoutOptions(async () => (await import("./show-presets.js")).deletePreset));
}
