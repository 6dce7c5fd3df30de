// `pictor presets list`, `show` and `delete`.

import { presetOperations, type Preset } from "@pictor/features/presets";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { openUserPresets, sourceOfPreset } from "../../generation-request/preset-source.js";
import { requestLines } from "../../generation-request/request-text.js";
import type { Terminal } from "../../output/terminal.js";
import {
  callOf,
  runWithTerminal,
  show,
  silentLog,
  tableOf,
  type Columns,
} from "../../session/plain-command.js";
import { oneLine } from "../../text/plain-text.js";

const contextOf = ({ streams }: Invocation) => ({ presets: openUserPresets(streams.env), log: silentLog });

const columns: Columns<Preset> = [
  ["NAME", ({ name }) => name],
  ["WORKFLOW", ({ workflow }) => workflow],
  ["DESCRIPTION", ({ description = "" }) => description],
];

/** Reads the file itself, because the operation leaves out the values, which `--json` prints. */
export const listPresets = (invocation: Invocation): Promise<ExitCode> =>
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

export const showPreset = (name: string, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    const preset = await presetOperations.readPreset.run(callOf({ name }), contextOf(invocation));
    return show(terminal, preset as Preset, {
      record: (found) => ({ presets: [found] }),
      print: printPreset,
    });
  });

export const deletePreset = (name: string, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) =>
    show(terminal, await presetOperations.deletePreset.run(callOf({ name }), contextOf(invocation)), {
      record: () => ({ presets: [] }),
      print: () => terminal.note(`Deleted ${oneLine(name)}.`),
    }),
  );
