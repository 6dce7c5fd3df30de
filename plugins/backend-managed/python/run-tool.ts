// Runs tools to their end; a failure becomes an error with the exit code, the relevant lines and advice.

import { saysDiskFull, type PictorError, type ProcessExit, withoutUndefined } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { redactCredentials } from "./redact-credentials.js";

export interface ToolOptions extends WorkOptions {
  /** Absolute path of the working folder. Default: the working folder of the host. */
  readonly cwd?: string;
  /** Overrides of the host's environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** All addresses of the settings that may contain credentials. */
export const addressesOf = ({ settings }: Pick<Instance, "settings">): readonly string[] => [
  settings.install.source,
  settings.install.torchIndex,
  settings.install.index,
  ...settings.install.extraIndexes,
];

/** Describes how a tool ended, such as "ended with exit code 1". */
export function describeExit(end: ProcessExit): string {
  if (end.kind === "exited") return `ended with exit code ${end.exitCode}`;
  if (end.kind === "killed") return `was ended by ${end.signal}`;
  return `could not be started: ${end.reason}`;
}

/** Advice to the user, chosen by the output of a tool. */
const adviceByOutput: readonly (readonly [RegExp, string])[] = [
  [
    /No module named '?pip\b/,
    "This environment has no pip, like every environment that uv creates: install uv so that it is on the PATH, or add pip with `-m ensurepip` of its Python.",
  ],
  [
    /externally-managed-environment/,
    "This Python is externally managed; set `python` to one of a virtual environment.",
  ],
  [
    /name resolution|getaddrinfo|could not resolve|max retries|failed to establish|connection (?:refused|reset|timed out)|dns error|timed out/i,
    "Check the network connection and the address, then try again.",
  ],
  [
    /40[13] client error|\b40[13] (?:unauthorized|forbidden)/i,
    "The server rejected the credentials of the address.",
  ],
  [
    /no matching distribution|could not find a version|no solution found|not found in the package registry/i,
    "Check that the package index has the package for this Python (`install.index`, `install.extraIndexes`, `python`).",
  ],
  [/permission denied|\[Errno 13\]/i, "Grant yourself write permission there."],
];
const adviceOn = (output: string): string =>
  adviceByOutput.find(([pattern]) => pattern.test(output))?.[1] ?? "See its output.";

const maxShownLines = 3;
const maxKeptLines = 20;

/** The error lines, else the last lines. */
export function errorLines(lines: readonly string[]): readonly string[] {
  const errors = lines.filter((line) => /^\s*(?:error|fatal|\w+Error|\w+Exception)\s*:|^\s*[×✗]/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(-maxShownLines);
}

/** The error of a failed tool, with `details.exitCode` and `details.lastLines`. */
export function toolFault(
  instance: Instance,
  tool: string,
  end: ProcessExit,
  /** `advice` replaces the advice that the output suggests; `missingPackage` becomes a detail. */
  { advice, ...more }: { readonly advice?: string; readonly missingPackage?: string } = {},
): PictorError {
  const output = redactCredentials(end.kind === "not-started" ? "" : end.output, addressesOf(instance));
  if (saysDiskFull(output)) return managedFault("MANAGED_DISK_FULL", { folder: instance.layout.root });
  const lastLines = output
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .slice(-maxKeptLines);
  const shown = errorLines(lastLines).map((line) => line.trim());
  return managedFault(
    "MANAGED_TOOL_FAILED",
    {
      tool,
      ending: redactCredentials(describeExit(end), addressesOf(instance)),
      lines: shown.length === 0 ? "" : `: ${shown.join(" | ")}`,
      advice:
        advice ??
        (end.kind === "not-started"
          ? "Install that program, or set its path in the settings."
          : adviceOn(output)),
    },
    { more: { ...more, lastLines, ...(end.kind === "exited" ? { exitCode: end.exitCode } : {}) } },
  );
}

/** Runs a tool to its end, whatever its exit code is. Lines are redacted. Rejects with the signal's reason. */
export async function runToEnd(
  instance: Instance,
  file: string,
  args: readonly string[],
  { signal, onLine, cwd, env }: ToolOptions = {},
): Promise<ProcessExit> {
  const addresses = addressesOf(instance);
  signal?.throwIfAborted();
  const end = await instance.run(file, args, {
    ...withoutUndefined({ cwd, env, signal }),
    ...(onLine === undefined ? {} : { onLine: (line: string) => onLine(redactCredentials(line, addresses)) }),
  }).ended;
  signal?.throwIfAborted();
  return end;
}

/** Runs a tool. Rejects with `MANAGED_TOOL_FAILED` or `MANAGED_DISK_FULL`. */
export async function runTool(
  instance: Instance,
  tool: string,
  file: string,
  args: readonly string[],
  options: ToolOptions,
): Promise<void> {
  const end = await runToEnd(instance, file, args, options);
  if (end.kind !== "exited" || end.exitCode !== 0) throw toolFault(instance, tool, end);
}
