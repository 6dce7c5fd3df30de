// `pictor plugins validate`: reports all problems of plugin folders without running their code or creating a kernel.

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkPluginFolder, type PluginFolderReport } from "@pictor/host";
import { changedError, type PictorError } from "@pictor/kernel";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { describeError, renderError, renderWarning } from "../../output/error-report.js";
import type { Terminal } from "../../output/terminal.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { ended } from "../../output/finished.js";
import { shellWord } from "../../text/shell-word.js";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** For a folder that contains plugin folders, replaces the hint with a command that validates those folders. */
function withAdvice(problem: PictorError, folder: string): PictorError {
  if (problem.code !== "PLUGIN_FOLDER_MISSING" || !isFolder(folder)) return problem;
  const holdsPlugins = readdirSync(folder).some((name) => existsSync(join(folder, name, "plugin.json")));
  if (!holdsPlugins) return problem;
  const hint = `The folder contains plugins: pictor plugins validate ${shellWord(folder.replace(/[\\/]+$/, ""))}/*`;
  return changedError(problem, { hint });
}

async function check(folder: string): Promise<PluginFolderReport> {
  const report = await checkPluginFolder(folder);
  return { ...report, problems: report.problems.map((problem) => withAdvice(problem, folder)) };
}

async function validate(folders: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const all = await Promise.all(folders.map(check));
  const isValid = all.every(({ problems }) => problems.length === 0);
  const status = isValid ? "finished" : "invalid";
  const code = ended(terminal, isValid ? "finished" : "usage", { status, folders: all });
  if (terminal.json) return code;
  for (const { folder, problems, warnings } of all) {
    if (problems.length === 0) terminal.result(`${folder}: ${terminal.paintResult.green("ok")}`);
    for (const problem of problems) terminal.say(renderError(describeError(problem), terminal));
    for (const { code, what, hint } of warnings)
      terminal.say(renderWarning({ code, message: what, hint }, terminal));
  }
  return code;
}

export const validatePlugins = (folders: readonly string[], invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, (terminal) => validate(folders, terminal));
