// `pictor extensions lock`: writes the extension versions that a workflow uses on a backend now.

import { writeFile, rename, rm } from "node:fs/promises";
import { decide, describeStep, extensionFault, lockedFrom, withLocked, writeLock } from "@pictor/extensions";
import { reasonOf, type InstalledExtension } from "@pictor/host";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { randomSuffix } from "../../base/random-suffix.js";
import { UsageError } from "../../base/usage-error.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { recordFinished } from "../../output/record-finished.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { adviceLines } from "./check-page.js";
import {
  attributeRequirements,
  knowledgeAbout,
  lockFileOf,
  readBuildRequirements,
  readBackendState,
  readProjectLock,
  resolveTarget,
} from "./requirements.js";

export type LockOptions = WorkflowOptions;

/** Writes the file completely or not at all. */
async function save(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomSuffix()}`;
  try {
    await writeFile(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw extensionFault("EXTENSION_LOCK_NOT_WRITABLE", { file, reason: reasonOf(error) }, { cause: error });
  }
}

/** The installed extensions that the request uses. Throws a UsageError if an extension is missing. */
async function usedExtensions(host: CommandHost, request: Awaited<ReturnType<typeof resolveTarget>>) {
  const needs = await readBuildRequirements(host, request);
  const present = await readBackendState(host, request.backend);
  const { instance } = present;
  const { required, unknown } = await attributeRequirements(host, needs, present);
  const [line] = adviceLines([], unknown, false);
  if (line !== undefined) {
    const what = `The extensions on ${oneLine(instance.name)} cannot be locked. ${line}`;
    throw new UsageError("USAGE_ARGUMENT", what, "`pictor extensions check` shows what is missing.");
  }
  // The existing lock is ignored, because this command replaces it.
  const steps = decide(required, present.installed, [], knowledgeAbout(present));
  const found: InstalledExtension[] = [];
  for (const step of steps) {
    const isLockable = step.kind === "ok" || step.kind === "unverifiable" || step.kind === "restart";
    if (isLockable && "found" in step && step.found.enabled) found.push(step.found);
    // In a step `ok` without an extension, the node classes exist but their extension is unknown.
    else if (step.kind !== "ok") {
      const what = `${oneLine(step.id)} cannot be locked on ${oneLine(instance.name)}: ${describeStep(step)}`;
      throw new UsageError("USAGE_ARGUMENT", what, "`pictor extensions check --install` corrects that.");
    }
  }
  return found;
}

export async function runLock(
  host: CommandHost,
  target: string | undefined,
  prompt: string | undefined,
  options: LockOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  warnOfPluginProblems(host);
  const request = await resolveTarget(host, target, prompt, options);
  const before = await readProjectLock(host);
  const found = await usedExtensions(host, request);
  const hasVersion = ({ version, commit }: InstalledExtension) =>
    version !== undefined || commit !== undefined;
  const locked = found.filter(hasVersion).map((one) => lockedFrom(one));
  const file = lockFileOf(host);
  if (locked.length > 0) {
    await save(file, writeLock(withLocked(before, locked)));
    await host.configuration.fileSaved?.(file);
  }
  const notes = [
    ...found
      .filter((one) => !hasVersion(one))
      .map(({ id }) => `${id} has neither a version nor a commit; it is not locked.`),
    locked.length === 0
      ? "There is nothing to lock."
      : `${locked.length === 1 ? "1 extension is" : `${locked.length} extensions are`} locked in ${homePath(file)}.`,
  ];
  if (terminal.json)
    return recordFinished(terminal, { extensions: locked, notes, ...(locked.length > 0 && { path: file }) });
  const rows = locked.map(({ id, version = "", commit = "" }) =>
    [id, version, commit.slice(0, 8)].map(oneLine),
  );
  if (rows.length > 0) terminal.result(terminal.table([["ID", "VERSION", "COMMIT"], ...rows]));
  for (const note of notes) terminal.say(oneLine(note));
  return exitCode("finished");
}

export const lockExtensions = (
  target: string | undefined,
  prompt: string | undefined,
  options: LockOptions,
  invocation: Invocation,
): Promise<ExitCode> => runWithHost(invocation, (host) => runLock(host, target, prompt, options));
