// `pictor project save`: writes a generation request to a file, which `generate --from` runs.

import { resolve } from "node:path";
import { formatProject, type Project } from "@pictor/image-metadata";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { resolveSavedRequest } from "../../generation-request/resolve-request.js";
import { finished } from "../../output/finished.js";
import { requireWritableTarget, saveFile } from "../../output/save-file.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { shellWord } from "../../text/shell-word.js";

interface ProjectSaveOptions extends WorkflowOptions {
  readonly force?: true;
}

/** Saves only the given settings; all others keep following the defaults of the workflow. */
async function runProjectSave(
  host: CommandHost,
  file: string,
  workflow: string | undefined,
  prompt: string | undefined,
  { force, ...options }: ProjectSaveOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  warnOfPluginProblems(host);
  const { backend: _backend, ...request } = await resolveSavedRequest(host, workflow, prompt, options);
  const features = request.features.map(({ id, settings = {} }) => ({ id, settings }));
  const project = { ...request, features } as Project;
  await requireWritableTarget(file, force === true);
  await saveFile([Buffer.from(formatProject(project))], file, force === true);
  if (terminal.json) return finished(terminal, { path: resolve(file), project });
  terminal.result(file);
  terminal.note(`To run it: pictor generate --from ${shellWord(file)}`);
  return exitCode("finished");
}

export const saveProject = hostedCommand(runProjectSave);
