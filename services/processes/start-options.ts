// How the system is asked to start a program.

import type { Options } from "execa";
import type { RunOptions } from "@pictor/kernel";

export function startOptions(
  { cwd, env = {}, input, outputTo, detached = false }: RunOptions,
  platform: NodeJS.Platform,
): Options {
  // execa accepts every file descriptor, but its types list only the first few.
  const output = (outputTo as 3 | undefined) ?? (detached ? "ignore" : "pipe");
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(input === undefined ? { stdin: "ignore" as const } : { input }),
    // Node leaves out variables whose value is undefined.
    env,
    stdout: output,
    stderr: output,
    buffer: false,
    encoding: "buffer",
    reject: false,
    cleanup: false,
    verbose: "none",
    windowsHide: true,
    // `detached` creates a process group. On Windows it would open a window instead.
    detached: detached || platform !== "win32",
  };
}
