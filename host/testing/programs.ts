// Programs for the tests of plugins with the permission `process`: pretended ones, and real ones without a kernel.

import {
  realClock,
  type Clock,
  type ProcessExit,
  type Run,
  type RunOptions,
  type Runner,
} from "@pictor/kernel";

/** What a pretended program was started with. */
export interface FakeCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: RunOptions;
}
/** What a pretended program does: writes, and ends; or goes on until it is killed. */
export type FakeProgram =
  | { readonly exitCode?: number; readonly output?: string }
  | { readonly notStarted: string }
  | { readonly goesOn: true; readonly output?: string };

/** A pretended `run`, and what it was asked for. */
export interface FakeRun {
  /** In place of `PluginContext.run`. */
  readonly run: Run;
  /** In the order in which they were started. */
  readonly calls: readonly FakeCall[];
}

/** A `run` that starts nothing. `answer` says what each program does; it may wait before. Pids count from 1. */
export function createFakeRun(answer: (call: FakeCall) => FakeProgram | Promise<FakeProgram>): FakeRun {
  const calls: FakeCall[] = [];
  const run: Run = (file, args, options = {}) => {
    const call = { file, args, options };
    calls.push(call);
    const state = { hasEnded: false, output: "" };
    let settle: (end: ProcessExit) => void = () => undefined;
    const ended = new Promise<ProcessExit>((resolve) => {
      settle = (end) => {
        state.hasEnded = true;
        resolve(end);
      };
    });
    const kill = (signal: string): boolean => {
      if (state.hasEnded) return false;
      settle({ kind: "killed", signal, output: state.output });
      return true;
    };
    options.signal?.addEventListener("abort", () => kill("SIGTERM"), { once: true });
    const perform = async (): Promise<void> => {
      const program = await answer(call);
      if (state.hasEnded) return;
      if ("notStarted" in program) {
        settle({ kind: "not-started", code: program.notStarted, reason: `${file} was not started` });
        return;
      }
      state.output = program.output ?? "";
      for (const line of state.output.split("\n").filter((each) => each !== ""))
        options.onLine?.(line, "stdout");
      if (!("goesOn" in program))
        settle({ kind: "exited", exitCode: program.exitCode ?? 0, output: state.output });
    };
    void perform();
    return { pid: calls.length, ended, kill };
  };
  return { run, calls };
}

/** Real programs, as a plugin's `run` starts them; `end` ends what is left of them. */
export async function createTestRunner(clock: Clock = realClock): Promise<Runner> {
  const { loadRunner } = await import("@pictor/services");
  const quiet = (): void => undefined;
  return loadRunner({ clock, logger: { debug: quiet, info: quiet, warn: quiet, error: quiet } });
}
