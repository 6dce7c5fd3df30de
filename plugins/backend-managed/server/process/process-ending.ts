// How a server process ended, and what that means for the user. Pure.

import { cutText, type ProcessExit } from "@pictor/kernel/plugin";
import { missingModule, missingModuleAdvice, type AdvisedInstance } from "../../python/missing-module.js";

/** Exit code and signal are both absent for a process that another host started. */
export interface ProcessEnding {
  readonly exitCode?: number;
  readonly signal?: string;
}

export const toProcessEnding = (end: ProcessExit): ProcessEnding =>
  end.kind === "exited" ? { exitCode: end.exitCode } : end.kind === "killed" ? { signal: end.signal } : {};

export function describeEnding({ exitCode, signal }: ProcessEnding): string {
  if (signal !== undefined) return `ended by ${signal}`;
  return exitCode === undefined ? "no known exit code" : `exit code ${exitCode}`;
}

/** Log lines below a sentence that they complete; empty for no lines. */
export const indented = (lines: readonly string[]): string =>
  lines.length === 0 ? "" : `:\n${lines.map((line) => `  ${line}`).join("\n")}`;

const maxShownLines = 8;
const maxLineLength = 300;

/** The log lines that explain an ending: argparse's error line for a refused argument (exit code 2), else the last lines. */
export function relevantLines({ exitCode }: ProcessEnding, lines: readonly string[]): readonly string[] {
  const nonBlank = lines.filter((line) => line.trim() !== "").map((line) => cutText(line, maxLineLength));
  const refusal = exitCode === 2 ? nonBlank.findLast((line) => /^\S+: error: /.test(line)) : undefined;
  return refusal === undefined ? nonBlank.slice(-maxShownLines) : [refusal];
}

/** What to do about a failed start, followed by a space; empty when the log suggests nothing. */
export function startAdvice(
  { exitCode, signal }: ProcessEnding,
  lines: readonly string[],
  instance: AdvisedInstance,
): string {
  const text = lines.join("\n");
  if (exitCode === 2 && text.includes("error: "))
    return "Correct `launch.arguments` in the settings of the backend. ";
  if (/address already in use|Errno (98|48)|WinError 10048/i.test(text))
    return "Another program took the port: end it, or choose another `launch.port`. ";
  const missing = missingModule(lines);
  if (missing !== undefined) return missingModuleAdvice(missing, instance);
  if (signal === "SIGKILL") return "The system may have killed it because memory ran out. ";
  return "";
}
