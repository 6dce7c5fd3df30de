// Reports output that cannot be written, such as to a full disk behind `>`, and changes the exit code.

import { exitCode, type ExitCode } from "./exit-codes.js";

/** The members of an output stream that `watchOutput` uses. */
export interface FallibleStream {
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown;
  write(text: string): unknown;
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "there is no space left on the device",
  EDQUOT: "the disk quota is used up",
  EIO: "the device reports an error",
};

/**
 * Listens to the errors of both streams. EPIPE means that the reader has ended (`pictor ... | head`); without a
 * listener, this error would end the process in the middle of the command. The returned function converts the exit code
 * of the command to that of the program.
 */
export function watchOutput(stdout: FallibleStream, stderr: FallibleStream): (code: ExitCode) => ExitCode {
  let isLost = false;
  const onError = (error: NodeJS.ErrnoException, name: string): void => {
    if (error.code === "EPIPE" || isLost) return;
    isLost = true;
    const reason = reasons[error.code ?? ""] ?? error.message;
    stderr.write(`error: The output could not be written to ${name}: ${reason}. Part of it is lost.\n`);
  };
  stdout.on("error", (error) => onError(error, "standard output"));
  stderr.on("error", (error) => onError(error, "standard error"));
  return (code) => (isLost && code === exitCode("finished") ? exitCode("fault") : code);
}
