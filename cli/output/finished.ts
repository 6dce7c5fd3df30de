// The end of a command that succeeded: its record with `--json`, and its exit code.

import { exitCode, type ExitCode } from "../base/exit-codes.js";
import type { Terminal } from "./terminal.js";

/** With `--json`, writes the fields as a record of type `result`. Returns the exit code. */
export function finished(
  { json, record }: Pick<Terminal, "json" | "record">,
  fields: Readonly<Record<string, unknown>>,
): ExitCode {
  const code = exitCode("finished");
  if (json) record({ type: "result", status: "finished", exitCode: code, ...fields });
  return code;
}
