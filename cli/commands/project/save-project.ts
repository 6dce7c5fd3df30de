// `pictor project save`: writes a generation request to a file, which `generate --from` runs.

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { reasonOf, systemCode } from "@pictor/host";
import { formatProject, type Project } from "@pictor/image-metadata";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { resolveRequest } from "../../generation-request/resolve-request.js";
import { recordFinished } from "../../output/record-finished.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { shellWord } from "../../text/shell-word.js";

interface ProjectSaveOptions extends WorkflowOptions {
  readonly force?: true;
}

async function write(file: string, text: string, isForced: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: isForced ? "w" : "wx" });
  } catch (error) {
    const exists = systemCode(error) === "EEXIST";
    const reason = exists ? "it exists already" : reasonOf(error);
    const hint = exists ? "Name another file, or replace it with --force." : "Name a writable file.";
    throw new UsageError("USAGE_FILE", `${file} was not saved: ${reason}.`, hint, error);
  }
}

/** Saves only the given settings; all others keep following the defaults of the workflow. */
export async function runProjectSave(
  host: CommandHost,
  file: string,
  workflow: string | undefined,
  prompt: string | undefined,
  { force, ...options }: ProjectSaveOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  warnOfPluginProblems(host);
  const { backend: _backend, ...request } = await resolveRequest(host, workflow, prompt, options);
  const features = request.features.map(({ id, settings = {} }) => ({ id, settings }));
  const project = { ...request, features } as Project;
  await write(file, formatProject(project), force === true);
  if (terminal.json) return recordFinished(terminal, { path: resolve(file), project });
  terminal.result(file);
  terminal.note(`To run it: pictor generate --from ${shellWord(file)}`);
  return exitCode("finished");
}

export const saveProject = (
  file: string,
  workflow: string | undefined,
  prompt: string | undefined,
  options: ProjectSaveOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithHost(invocation, (host) => runProjectSave(host, file, workflow, prompt, options));
