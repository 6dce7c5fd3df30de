// What the definition of a command needs from the program around it.

import type { ExitCode } from "../base/exit-codes.js";
import type { Streams } from "../base/streams.js";

export interface ProgramContext {
  readonly streams: Streams;
  /** Receives the exit code of the command that ran. */
  end(code: ExitCode): void;
}
