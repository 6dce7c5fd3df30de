// The end of a command: its record with `--json`, and its exit code.

import { exitCode, type Ending, type ExitCode } from "../base/exit-codes.js";
import type { Terminal } from "./terminal.js";

/** With `--json`, writes the fields as a record of type `result`. Returns the exit code of the ending. */
export function ended(
  { json, record }: Pick<Terminal, "json" | "record">,
  ending: Ending,
  { status, ...fields }: Readonly<Record<string, unknown>> & { readonly status: string },
): ExitCode {
  const code = exitCode(ending);
  if (json) record({ type: "result", status, exitCode: code, ...fields });
  return code;
}

export const finished = (
  terminal: Pick<Terminal, "json" | "record">,
  fields: Readonly<Record<string, unknown>>,
): ExitCode => ended(terminal, "finished", { ...fields, status: "finished" });
