// `presets list`, `show` and `delete`, and the definition of `save`.

import { presetOperations, type Preset } from "@pictor/features/presets";
import type { Command } from "commander";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { examples } from "../../definition/examples.js";
import { withRules } from "../../definition/option-rules.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { withWorkflowOptions } from "../../definition/workflow-options.js";
import { openUserPresets, sourceOfPreset } from "../../generation-request/preset-source.js";
import { requestLines } from "../../generation-request/request-text.js";
import type { Terminal } from "../../output/terminal.js";
import {
  callOf,
  type Columns,
  runWithTerminal,
  show,
  silentLog,
  tableOf,
} from "../../session/plain-command.js";
import { oneLine } from "../../text/plain-text.js";

const contextOf = ({ streams }: Invocation) => ({ presets: openUserPresets(streams.env), log: silentLog });

const columns: Columns<Preset> = [
  ["NAME", ({ name }) => name],
  ["WORKFLOW", ({ workflow }) => workflow],
  ["DESCRIPTION", ({ description = "" }) => description],
];

/** Reads the file itself, because the operation leaves out the values, which `--json` prints. */
const listPresets = (invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) =>
    show(terminal, await contextOf(invocation).presets.list(), {
      record: (presets) => ({ presets }),
      print: (presets) => {
        if (presets.length > 0) terminal.result(tableOf(terminal, columns, presets));
        else terminal.note('There are no presets. Save one: pictor presets save NAME txt2img "a red fox"');
      },
    }),
  );

function printPreset(preset: Preset, { paintResult, width, result }: Terminal): void {
  const { backend, description, seed, params } = preset;
  const source = { ...sourceOfPreset(preset), params } as Parameters<typeof requestLines>[0];
  const lines = [
    ...(description === undefined ? [] : [oneLine(description)]),
    ...requestLines(source, paintResult, width),
    ...(backend === undefined ? [] : [`${paintResult.bold("Backend")} ${oneLine(backend)}`]),
    `${paintResult.bold("Seed")} ${seed}`,
  ];
  result(lines.join("\n"));
}

const showPreset = (name: string, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    const preset = await presetOperations.readPreset.run(callOf({ name }), contextOf(invocation));
    return show(terminal, preset as Preset, {
      record: (found) => ({ presets: [found] }),
      print: printPreset,
    });
  });

const deletePreset = (name: string, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) =>
    show(terminal, await presetOperations.deletePreset.run(callOf({ name }), contextOf(invocation)), {
      record: () => ({ presets: [] }),
      print: () => terminal.note(`Deleted ${oneLine(name)}.`),
    }),
  );

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
    .action(actionWithoutOptions(() => listPresets));
  presets
    .command("show")
    .summary("show a preset")
    .description("Workflow, prompts, settings and features of a preset.")
    .argument("<name>", "name of the preset")
    .addHelpText("after", examples("pictor presets show portrait"))
    .action(actionWithoutOptions(() => showPreset));
  const save = presets
    .command("save")
    .argument("<name>", "name of the preset")
    .argument("[workflow]", "id of a workflow; not needed with --from");
  withRules(withWorkflowOptions(save, streams, { workflowIndex: 1 }), { option: "--yes", needs: "--from" })
    .summary("save settings under a name")
    .description(
      "Saves the request that generate would run. Each job uses the seed that --seed or the image of --from gives, and a new seed if neither gives one.",
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
    .action(actionWithoutOptions(() => deletePreset));
}
