// `pictor plugins validate`: all problems of plugin folders at once. None of their code runs, and no kernel is made.

import { resolve } from "node:path";
import { validatePluginFolder, type PictorError } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../exit-codes.js";
import { complaintOf, renderComplaint } from "../output/complaint.js";
import { createTerminal } from "../output/terminal.js";
import type { Invocation } from "../program.js";

interface Checked {
  readonly folder: string;
  readonly problems: readonly PictorError[];
}

const check = async (folder: string): Promise<Checked> => ({
  folder,
  problems: await validatePluginFolder(resolve(folder)),
});

export async function validatePlugins(
  folders: readonly string[],
  { globals, streams }: Invocation,
): Promise<ExitCode> {
  const terminal = createTerminal(streams, globals);
  const all = await Promise.all(folders.map(check));
  const isFine = all.every(({ problems }) => problems.length === 0);
  const code = exitCode(isFine ? "finished" : "usage");
  if (terminal.json) {
    terminal.record({
      type: "result",
      status: isFine ? "finished" : "invalid",
      exitCode: code,
      folders: all,
    });
    return code;
  }
  for (const { folder, problems } of all) {
    if (problems.length === 0) terminal.result(`${folder}: ${terminal.paintResult.green("ok")}`);
    for (const problem of problems) terminal.say(renderComplaint(complaintOf(problem), terminal));
  }
  return code;
}
