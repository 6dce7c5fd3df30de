// Runs a tool to its end: its output as text, or an error with its ending and its last lines.

import { type PictorError, type ProcessEnd } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { withSignal, type Instance, type WorkOptions } from "../instance.js";
import { withoutCredentials } from "./redact-credentials.js";

export interface ToolOptions extends WorkOptions {
  /** Absolute. Default: the folder of the host. */
  readonly cwd?: string;
  /** On top of the host's environment; undefined takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Every address in the settings that may hold credentials. */
export const addressesOf = ({ settings }: Pick<Instance, "settings">): readonly string[] => [
  settings.install.source,
  settings.install.torchIndex,
  settings.install.index,
  ...settings.install.extraIndexes,
];

/** "ended with exit code 1", and the like. */
export function describeEnd(end: ProcessEnd): string {
  if (end.kind === "exited") return `ended with exit code ${end.exitCode}`;
  if (end.kind === "killed") return `was ended by ${end.signal}`;
  return `could not be started: ${end.reason}`;
}

/** What tools write when the disk is full. */
export const diskFullPattern =
  /no space left on device|\[Errno 28\]|disk quota exceeded|not enough space on the disk/i;

/** What a person can do about what a tool wrote. */
const adviceByOutput: readonly (readonly [RegExp, string])[] = [
  [
    /externally-managed-environment/,
    "This Python takes no packages; name one of a virtual environment in `python`.",
  ],
  [
    /name resolution|getaddrinfo|could not resolve|max retries|failed to establish|connection (?:refused|reset|timed out)|dns error|timed out/i,
    "Look whether the network works, and whether the address is right; then try again.",
  ],
  [/40[13] client error|\b40[13] (?:unauthorized|forbidden)/i, "The address asks for other credentials."],
  [
    /no matching distribution|could not find a version|no solution found|not found in the package registry/i,
    "Check that the package index has it for this Python (`install.index`, `install.extraIndexes`, `python`).",
  ],
  [/permission denied|\[Errno 13\]/i, "Give yourself the right to write there."],
];
const adviceOn = (output: string): string =>
  adviceByOutput.find(([pattern]) => pattern.test(output))?.[1] ?? "Look at what it wrote.";

const maxShownLines = 3;
const maxKeptLines = 20;

/** The lines that say what is wrong, else the last ones. */
export function errorLines(lines: readonly string[]): readonly string[] {
  const errors = lines.filter((line) => /^\s*(?:error|fatal|\w+Error|\w+Exception)\s*:|^\s*[×✗]/i.test(line));
  return (errors.length > 0 ? errors : lines).slice(-maxShownLines);
}

/** The error of a tool that did not do its work. Details for programs: `exitCode`, `lastLines`. */
export function toolFault(instance: Instance, tool: string, end: ProcessEnd): PictorError {
  const output = withoutCredentials(end.kind === "not-started" ? "" : end.output, addressesOf(instance));
  if (diskFullPattern.test(output))
    return managedFault("MANAGED_DISK_FULL", { folder: instance.layout.root });
  const lastLines = output
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .slice(-maxKeptLines);
  const told = errorLines(lastLines).map((line) => line.trim());
  return managedFault(
    "MANAGED_TOOL_FAILED",
    {
      tool,
      ending: withoutCredentials(describeEnd(end), addressesOf(instance)),
      lines: told.length === 0 ? "" : `: ${told.join(" | ")}`,
      advice: end.kind === "not-started" ? `Install ${tool}, or name it in the settings.` : adviceOn(output),
    },
    { more: { lastLines, ...(end.kind === "exited" ? { exitCode: end.exitCode } : {}) } },
  );
}

/** Settles however it ends; lines come without credentials. Throws the signal's reason when it was aborted. */
export async function runToEnd(
  instance: Instance,
  file: string,
  args: readonly string[],
  { signal, onLine, cwd, env }: ToolOptions = {},
): Promise<ProcessEnd> {
  const addresses = addressesOf(instance);
  signal?.throwIfAborted();
  const end = await instance.run(file, args, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    ...withSignal(signal),
    ...(onLine === undefined
      ? {}
      : {
          onLine: (line: string) => {
            onLine(withoutCredentials(line, addresses));
          },
        }),
  }).ended;
  signal?.throwIfAborted();
  return end;
}

/** What it wrote (the last 64 KiB). Rejects with `MANAGED_TOOL_FAILED` or `MANAGED_DISK_FULL`. */
export async function runTool(
  instance: Instance,
  tool: string,
  file: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<string> {
  const end = await runToEnd(instance, file, args, options);
  if (end.kind === "exited" && end.exitCode === 0) return end.output;
  throw toolFault(instance, tool, end);
}
