// The last record of `--json` for a command that succeeded.

import { exitCode, type ExitCode } from "../base/exit-codes.js";
import type { Terminal } from "./terminal.js";

/** Writes the fields as a record of type `result`, and returns the exit code. */
export function recordFinished(
  { record }: Pick<Terminal, "record">,
  fields: Readonly<Record<string, unknown>>,
): ExitCode {
  const code = exitCode("finished");
  record({ type: "result", status: "finished", exitCode: code, ...fields });
  return code;
}
