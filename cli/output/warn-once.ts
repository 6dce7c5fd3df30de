// Prints each problem that does not end a command once, however often it is reported.

import type { Problem } from "@pictor/kernel";
import { renderWarning } from "./error-report.js";
import type { Terminal } from "./terminal.js";

export function warnOnce(terminal: Terminal): (problem: Problem) => void {
  const told = new Set<string>();
  return (problem) => {
    const text = renderWarning(problem, terminal);
    if (!told.has(text)) terminal.say(text);
    told.add(text);
  };
}
