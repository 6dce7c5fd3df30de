// Runs git: hardened, without prompts, with readable errors. The only place that does so.

import { dirname } from "node:path";
import { type RunProgram, withoutUndefined } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { shownAddress } from "./repository-address.js";
import { hardeningArguments, hardeningEnvironment, type GitReach } from "./hardening.js";

export type GitTools = Pick<Instance, "run" | "platform">;

export interface GitOptions extends WorkOptions {
  /** Folder of the repository, absolute. git does not search its parents for another repository. */
  readonly folder?: string;
  /** The repositories that the call may access. Default: "here". */
  readonly reach?: GitReach;
  /** Additional git settings for this call: `name=value`. */
  readonly settings?: readonly string[];
}

/** The result of a call whose exit code carries information. */
export interface GitResult {
  readonly exitCode: number;
  /** Lines of standard output. */
  readonly lines: readonly string[];
  /** Lines of standard error, redacted. */
  readonly errorLines: readonly string[];
}

/**
 * The oldest version that is accepted. Older ones ignore `protocol.allow`, or accept submodule addresses with a leading dash
 * (CVE-2018-17456).
 */
const minGit = "2.20.0";

const maxKeptLines = 20;

const checkedVersions = new WeakMap<RunProgram, Promise<void>>();

/**
 * Runs git and settles with the lines of its standard output. `args` begin with the subcommand and have `--` before
 * addresses and paths. Rejects with `MANAGED_GIT_FAILED` for another exit code than 0, `MANAGED_GIT_MISSING` or
 * `MANAGED_GIT_OLD`.
 */
export async function git(
  instance: GitTools,
  args: readonly string[],
  options: GitOptions = {},
): Promise<readonly string[]> {
  const end = await gitResult(instance, args, options);
  if (end.exitCode === 0) return end.lines;
  throw gitFault(args, `exit code ${end.exitCode}`, end.errorLines);
}

/** Like `git`, for calls whose exit code carries information. */
export async function gitResult(
  instance: GitTools,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  options.signal?.throwIfAborted();
  await checkedVersion(instance);
  return start(instance, args, options);
}

async function start(instance: GitTools, args: readonly string[], options: GitOptions): Promise<GitResult> {
  const { folder, signal, onLine, reach = "here", settings = [] } = options;
  const lines: string[] = [];
  const errorLines: string[] = [];
  const where = folder === undefined ? [] : ["-C", folder];
  const configured = settings.flatMap((setting) => ["-c", setting]);
  const process = instance.run(
    "git",
    [...configured, ...hardeningArguments(instance.platform), ...where, ...args],
    {
      env: hardeningEnvironment(reach, folder === undefined ? undefined : dirname(folder)),
      ...withoutUndefined({ signal }),
      onLine(line, stream) {
        if (stream === "stdout") lines.push(line);
        else if (line.trim() !== "") {
          const shown = shownAddress(line);
          errorLines.push(shown);
          onLine?.(shown);
        }
      },
    },
  );
  const end = await process.ended;
  signal?.throwIfAborted();
  if (end.kind === "exited") return { exitCode: end.exitCode, lines, errorLines };
  if (end.kind === "killed") throw gitFault(args, `it was ended by ${end.signal}`, errorLines);
  throw managedFault("MANAGED_GIT_MISSING", { reason: end.reason });
}

/** `details.lastLines`: standard error, redacted. */
function gitFault(args: readonly string[], ending: string, errorLines: readonly string[]) {
  const reason = firstError(errorLines);
  const details = { command: args[0] ?? "", ending, reason: reason === "" ? "" : `: ${reason}` };
  return managedFault("MANAGED_GIT_FAILED", details, {
    more: { lastLines: errorLines.slice(-maxKeptLines) },
  });
}

/** The first error line, because git's advice follows it; else the last line. */
function firstError(errorLines: readonly string[]): string {
  const found = errorLines.find((line) => /^(fatal|error|remote: error): /i.test(line));
  return (found ?? errorLines.at(-1) ?? "").replace(/^(fatal|error): /i, "").replace(/\.$/, "");
}

function checkedVersion(instance: GitTools): Promise<void> {
  const known = checkedVersions.get(instance.run);
  if (known !== undefined) return known;
  const check = start(instance, ["version"], {}).then(({ lines }) => {
    const found = /\d+\.\d+(?:\.\d+)?/.exec(lines[0] ?? "")?.[0];
    if (found !== undefined && found.localeCompare(minGit, "en", { numeric: true }) < 0)
      throw managedFault("MANAGED_GIT_OLD", { found, needed: minGit });
  });
  checkedVersions.set(instance.run, check);
  // A failed check is repeated by the next call: git may have been installed since.
  check.catch(() => checkedVersions.delete(instance.run));
  return check;
}
