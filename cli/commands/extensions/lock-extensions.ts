// `pictor extensions lock`: writes the extension versions that a workflow uses on a backend now.

import { lockExtensions as lock } from "@pictor/features/extensions";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { resolveTarget } from "./requirements.js";

type LockOptions = WorkflowOptions;

export async function runLock(
  host: CommandHost,
  target: string | undefined,
  prompt: string | undefined,
  options: LockOptions,
): Promise<ExitCode> {
  const { kernel, terminal, signal } = host;
  warnOfPluginProblems(host);
  const request = await resolveTarget(host, target, prompt, options);
  const { locked, unversioned, path } = await lock(kernel, request, signal);
  const notes = [
    ...unversioned.map(({ id }) => `${id} has neither a version nor a commit; it is not locked.`),
    path === undefined
      ? "There is nothing to lock."
      : `${locked.length === 1 ? "1 extension is" : `${locked.length} extensions are`} locked in ${homePath(path)}.`,
  ];
  if (terminal.json)
    return finished(terminal, { extensions: locked, notes, ...(path !== undefined && { path }) });
  const rows = locked.map(({ id, version = "", commit = "" }) =>
    [id, version, commit.slice(0, 8)].map(oneLine),
  );
  if (rows.length > 0) terminal.result(terminal.table([["ID", "VERSION", "COMMIT"], ...rows]));
  for (const note of notes) terminal.say(oneLine(note));
  return exitCode("finished");
}

export const lockExtensions = hostedCommand(runLock);
