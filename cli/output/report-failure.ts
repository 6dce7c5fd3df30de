// Ends a command with an error: a report on stderr, a record with `--json`, and the exit code.

import { endingOfError, exitCode, type ExitCode } from "../base/exit-codes.js";
import { shortText } from "@pictor/host/records";
import { describeError, errorFields, renderError } from "./error-report.js";
import type { Terminal } from "./terminal.js";

/** Prints any thrown value and returns its exit code. With `--json` the record has the `fields`, too. */
export function reportFailure(thrown: unknown, terminal: Terminal, fields: object = {}): ExitCode {
  const report = describeError(thrown);
  const code = exitCode(endingOfError(report));
  terminal.say(renderError(report, terminal));
  const also = report.also.map((text) => shortText(terminal.redact(text)));
  const error = { ...errorFields(report, terminal), ...(also.length > 0 && { also }) };
  if (terminal.json) terminal.record({ type: "result", status: "error", exitCode: code, ...fields, error });
  return code;
}
