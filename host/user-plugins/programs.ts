// Starts npm and git, through the runner that starts all programs. It is loaded with the first program.

import { realClock, type ProcessExit, type Runner, type RunOptions } from "@pictor/kernel";
import { loadRunner } from "@pictor/services";

/** Runs a program to its end, without a shell. Never rejects: every outcome is a value. */
export type RunToEnd = (file: string, args: readonly string[], options?: RunOptions) => Promise<ProcessExit>;

export interface ProgramRunner {
  readonly run: RunToEnd;
  /** Ends the programs that still run. */
  end(): Promise<void>;
}

export function createProgramRunner(): ProgramRunner {
  let loading: Promise<Runner> | undefined;
  return {
    run: async (...call) => {
      const { run } = await (loading ??= loadRunner(realClock));
      return run(...call).ended;
    },
    end: async () => (await loading)?.end(),
  };
}
