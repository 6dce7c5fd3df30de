// `pictor plugins add`: shows what a plugin would do, asks, and installs it. No code of the plugin is run.

import { builtinSources } from "@pictor/host";
import { stagePlugin, type StagedPlugin } from "@pictor/host/user-plugins";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { finished } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { confirmOrThrow, type ConfirmOptions } from "../../session/confirm.js";
import { runWithPrograms } from "../../session/run-with-programs.js";
import { oneLine } from "../../text/plain-text.js";
import { sourceText } from "./source-text.js";

/** On one line, in which a row of blanks does not fill the line of the terminal, so that the rest looks like another one. */
const shown = (text: string): string => oneLine(text).replace(/[\p{Zs}\u2800]{2,}/gu, " ");

function pageOf({ manifest, source, integrity, powers, replaces }: StagedPlugin): readonly string[] {
  const { id, version, title, kind, description } = manifest;
  const instead = replaces === undefined ? "" : `, instead of version ${replaces}`;
  return [
    `${id} ${version}: ${title} (${kind}${instead})`,
    description,
    `from ${sourceText(source)}`,
    integrity,
    `${id} would do this:`,
    ...powers.map((power) => `- ${power}`),
  ].map(shown);
}

const recordOf = ({ manifest, source, integrity, powers }: StagedPlugin) => {
  const { id, version, title, kind } = manifest;
  return { id, version, title, kind, source, integrity, powers };
};

async function confirmAndInstall(
  staged: StagedPlugin,
  { yes }: ConfirmOptions,
  host: Parameters<typeof confirmOrThrow>[0] & { readonly terminal: Terminal },
): Promise<ExitCode> {
  const { terminal, interaction } = host;
  const { id, version } = staged.manifest;
  const detail = pageOf(staged);
  if (yes === true || !interaction.hasPerson) for (const line of detail) terminal.note(line);
  const title = `Add the plugin ${id} ${version}?`;
  const isAgreed = await confirmOrThrow(
    host,
    { title, detail, choice: "add it", safeChoice: "leave it" },
    yes,
  );
  if (!isAgreed) {
    terminal.note("Nothing was installed.");
    return finished(terminal, { plugin: null });
  }
  const folder = await staged.install();
  if (terminal.json) return finished(terminal, { plugin: { ...recordOf(staged), folder } });
  terminal.result(`Added ${id} ${version} in ${folder}`);
  terminal.note(`\`pictor plugins inspect ${id}\` shows the plugin.`);
  return exitCode("finished");
}

export const addPlugin = (
  source: string,
  options: ConfirmOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithPrograms(invocation, async (host) => {
    const { signal, streams, run } = host;
    const staged = await stagePlugin(source, {
      env: streams.env,
      directory: process.cwd(),
      builtins: builtinSources(),
      run,
      signal,
    });
    try {
      return await confirmAndInstall(staged, options, host);
    } finally {
      await staged.discard();
    }
  });
