// Processes for tests of plugins with the permission `process`: fake ones, and real ones without a kernel.

import {
  realClock,
  type Clock,
  type ProcessExit,
  type RunProgram,
  type RunOptions,
  type Runner,
} from "@pictor/kernel";

/** A call of a fake `run`. */
export interface FakeCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: RunOptions;
}
/** What a fake process does: it writes and exits, or runs until it is killed. */
export type FakeProgram =
  | { readonly exitCode?: number; readonly output?: string }
  | { readonly notStarted: string }
  | { readonly goesOn: true; readonly output?: string };

/** A fake `run`, and its calls. */
export interface FakeRun {
  /** Replaces `PluginContext.run`. */
  readonly run: RunProgram;
  /** The calls, in order. */
  readonly calls: readonly FakeCall[];
}

/**
 * Creates a `run` that starts nothing. `answer` decides what each process does, and may be asynchronous. Pids count
 * from 1.
 */
export function createFakeRun(answer: (call: FakeCall) => FakeProgram | Promise<FakeProgram>): FakeRun {
  const calls: FakeCall[] = [];
  const run: RunProgram = (file, args, options = {}) => {
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

/** Starts real processes as a plugin's `run` does. `end` ends those that are still running. */
export async function createTestRunner(clock: Clock = realClock): Promise<Runner> {
  const { loadRunner } = await import("@pictor/services");
  return loadRunner(clock);
}
