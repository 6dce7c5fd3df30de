// Runs the programs that the release tools call.

import { spawnSync } from "node:child_process";

/** Runs a program in the folder `cwd` with this terminal, so that npm can ask for a one-time password. Throws if it fails. */
export function runProgram(cwd: string, program: string, parameters: readonly string[]): void {
  const { status, error } = spawnSync(program, parameters, { cwd, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${parameters.join(" ")} ended with ${status ?? "a signal"}`);
}
