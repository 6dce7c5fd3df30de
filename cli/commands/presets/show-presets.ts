// `pictor presets list`, `show` and `delete`.

import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { openUserPresets, sourceOfPreset } from "../../generation-request/preset-source.js";
import { requestLines } from "../../generation-request/request-text.js";
import { recordFinished } from "../../output/record-finished.js";
import { reportFailure } from "../../output/report-failure.js";
import { createTerminal, type Terminal } from "../../output/terminal.js";
import { oneLine } from "../../text/plain-text.js";

/** Runs a command that needs a terminal but no kernel, and reports its error. */
async function withTerminal(
  { globals, streams }: Invocation,
  run: (terminal: Terminal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const terminal = createTerminal(streams, globals);
  try {
    return await run(terminal);
  } catch (error) {
    return reportFailure(error, terminal);
  }
}

export const listPresets = (invocation: Invocation): Promise<ExitCode> =>
  withTerminal(invocation, async (terminal) => {
    const presets = await openUserPresets(invocation.streams.env).list();
    if (terminal.json) return recordFinished(terminal, { presets });
    if (presets.length === 0)
      terminal.note('There are no presets. Save one: pictor presets save NAME txt2img "a red fox"');
    else {
      const rows = presets.map(({ name, workflow, description = "" }) => [
        ...[oneLine(name), oneLine(workflow), oneLine(description)],
      ]);
      terminal.result(terminal.table([["NAME", "WORKFLOW", "DESCRIPTION"], ...rows]));
    }
    return exitCode("finished");
  });

export const showPreset = (name: string, invocation: Invocation): Promise<ExitCode> =>
  withTerminal(invocation, async (terminal) => {
    const preset = await openUserPresets(invocation.streams.env).read(name);
    if (terminal.json) return recordFinished(terminal, { presets: [preset] });
    const { backend, description, seed } = preset;
    const source = { ...sourceOfPreset(preset), params: preset.params } as Parameters<typeof requestLines>[0];
    const lines = [
      ...(description === undefined ? [] : [oneLine(description)]),
      ...requestLines(source, terminal.paintResult, terminal.width),
      ...(backend === undefined ? [] : [`${terminal.paintResult.bold("Backend")} ${oneLine(backend)}`]),
      `${terminal.paintResult.bold("Seed")} ${seed}`,
    ];
    terminal.result(lines.join("\n"));
    return exitCode("finished");
  });

export const deletePreset = (name: string, invocation: Invocation): Promise<ExitCode> =>
  withTerminal(invocation, async (terminal) => {
    await openUserPresets(invocation.streams.env).remove(name);
    if (terminal.json) return recordFinished(terminal, { presets: [] });
    terminal.note(`Deleted ${oneLine(name)}.`);
    return exitCode("finished");
  });
