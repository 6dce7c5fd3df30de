// `pictor presets save`: keeps a generation request under a name, for `generate --preset` and for forms.

import type { Preset } from "@pictor/features/presets";
import type { ExitCode } from "../../base/exit-codes.js";
import { UsageError } from "../../base/usage-error.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { openUserPresets } from "../../generation-request/preset-source.js";
import { resolveSavedRequest } from "../../generation-request/resolve-request.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";

interface PresetSaveOptions extends WorkflowOptions {
  readonly description?: string;
  readonly force?: true;
  readonly yes?: true;
}

/**
 * Saves only the given settings; all others keep following the defaults of the workflow. Asks about files that only an image
 * or a project file names, because a preset is run without a question.
 */
async function runPresetSave(
  host: CommandHost,
  name: string,
  workflow: string | undefined,
  prompt: string | undefined,
  { force, description, yes, ...options }: PresetSaveOptions,
): Promise<ExitCode> {
  const { terminal, interaction, streams } = host;
  warnOfPluginProblems(host);
  const guard = { terminal, interaction, yes: yes === true };
  const resolved = await resolveSavedRequest(host, workflow, prompt, options, guard);
  const { features, params, backend, ...request } = resolved;
  const presets = openUserPresets(streams.env);
  const exists = (await presets.list()).some((preset) => preset.name === name);
  if (exists && force !== true) {
    const hint = "Choose another name, or replace it with --force.";
    throw new UsageError("USAGE_VALUE", `There is already a preset ${oneLine(name)}.`, hint);
  }
  const preset: Preset = {
    name,
    ...(description !== undefined && { description }),
    ...request,
    params,
    features: features.map(({ id, settings = {} }) => ({ id, settings })),
    ...(backend !== undefined && { backend }),
    seed: Object.hasOwn(params, "seed") ? "fixed" : "random",
    savedAtMs: Date.now(),
  };
  await presets.save(preset);
  if (!terminal.json)
    terminal.note(`Saved ${oneLine(name)}. To run it: pictor generate --preset ${shellWord(name)}`);
  return finished(terminal, { presets: [preset] });
}

export const savePreset = hostedCommand(runPresetSave);
