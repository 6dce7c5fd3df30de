// The part of the program that the definitions of commands use.

import type { ExitCode } from "../base/exit-codes.js";
import type { Streams } from "../base/streams.js";

export interface ProgramContext {
  readonly streams: Streams;
  /** Receives the exit code of the command that ran. */
  end(code: ExitCode): void;
}
