// The log of a kernel as lines of text.

import type { LogLine } from "@pictor/kernel";
import { shortText } from "@pictor/host/records";
import { oneLine } from "../text/plain-text.js";
import type { Terminal } from "./terminal.js";

export const logText = ({ level, plugin, message }: LogLine): string =>
  `${level}${plugin === undefined ? "" : ` ${plugin}`}: ${shortText(oneLine(message))}`;

/** Prints warnings and errors, with `--verbose` everything. */
export const logTo =
  (terminal: Pick<Terminal, "verbose" | "note">) =>
  (line: LogLine): void => {
    if (terminal.verbose || line.level === "warn" || line.level === "error") terminal.note(logText(line));
  };
