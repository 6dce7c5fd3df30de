// A crash of the server as the error that ends a job.

import { fault, type PictorError } from "@pictor/kernel/plugin";
import { describeEnding, relevantLines } from "../process/process-ending.js";
import type { Crash } from "./server-state.js";

/** `BACKEND_CRASHED` with `details.exitCode`, `details.signal` and `details.lines` for programs. */
export function crashFault(backend: string, crash: Crash, cause?: unknown): PictorError {
  const { lastLines, ...ending } = crash;
  const shown = relevantLines(ending, lastLines);
  const details = {
    backend,
    ending: describeEnding(ending),
    lastLines: shown.length === 0 ? "(none)" : shown.join(" | "),
  };
  return fault("BACKEND_CRASHED", details, { cause, more: { ...ending, lines: lastLines } });
}
