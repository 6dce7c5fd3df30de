// A program that was started: its output, its end, and the end of its processes.

import type { ResultPromise } from "execa";
import { withTimeout, type Clock, type ProcessExit, type RunOptions } from "@pictor/kernel";
import { createOutputCollector, type OutputCollector } from "./program-output.js";
import { createProcessTree, type KillSignal, type ProcessTree } from "./process-tree.js";

/** Milliseconds to wait for the end of the output after the program has ended: descendants may keep the output open. */
const outputAfterMs = 1_000;
/** Milliseconds to wait for the system to end killed processes. */
const killedMs = 1_000;
/** Milliseconds between two checks whether a process tree has ended: at first, and at most. */
const firstCheckMs = 10;
const longestCheckMs = 250;

/** Waits up to `ms` milliseconds until no process of the tree is left. Settles with true if no process is left. */
async function hasEndedWithin(tree: ProcessTree, clock: Clock, ms: number): Promise<boolean> {
  for (let waited = 0, step = firstCheckMs; waited < ms; step = Math.min(longestCheckMs, step * 2)) {
    await new Promise<void>((resolve) => void clock.after(step, resolve));
    if (!tree.isLeft()) return true;
    waited += step;
  }
  return false;
}

async function stopTree(tree: ProcessTree, clock: Clock, killAfterMs: number): Promise<void> {
  if (!tree.kill("SIGTERM") || (await hasEndedWithin(tree, clock, killAfterMs))) return;
  tree.kill("SIGKILL");
  await hasEndedWithin(tree, clock, killedMs);
}

const endOf = (exitCode: number | undefined, signal: string | undefined, output: string): ProcessExit =>
  signal === undefined
    ? { kind: "exited", exitCode: exitCode ?? -1, output }
    : { kind: "killed", signal, output };

function collectOutput(child: ResultPromise, onLine: RunOptions["onLine"]): OutputCollector {
  const collector = createOutputCollector(onLine);
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (chunk: Uint8Array) => collector.take(stream, chunk));
    child[stream]?.once("end", () => collector.take(stream, undefined));
  }
  return collector;
}

export class StartedProgram {
  /** How the program itself has ended. */
  readonly ended: Promise<ProcessExit>;
  readonly #child: ResultPromise;
  readonly #output: OutputCollector;
  readonly #tree: ProcessTree;
  readonly #clock: Clock;
  #stopping: Promise<void> | undefined;

  constructor(child: ResultPromise, pid: number, onLine: RunOptions["onLine"], clock: Clock) {
    this.#child = child;
    this.#output = collectOutput(child, onLine);
    this.#tree = createProcessTree(pid);
    this.#clock = clock;
    this.ended = this.#untilEnd();
  }

  /** Sends a signal to all processes of the program. Returns false if none was left. */
  kill(signal: KillSignal): boolean {
    return this.#tree.kill(signal);
  }

  /** Whether the process group of the program has members. */
  hasGroup(): boolean {
    return this.#tree.hasGroup();
  }

  /**
   * Sends SIGTERM to all processes of the program, and SIGKILL to those that are left after `killAfterMs`. Settles when
   * no process is left.
   */
  stop(killAfterMs: number): Promise<void> {
    return (this.#stopping ??= stopTree(this.#tree, this.#clock, killAfterMs));
  }

  /** Settles when `stop` has, if it was called. */
  async stopped(): Promise<void> {
    await this.#stopping;
  }

  /** Closes the pipes of the output. */
  release(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #untilEnd(): Promise<ProcessExit> {
    const complete = this.#child.then(({ exitCode, signal }) => endOf(exitCode, signal, this.#output.text()));
    return new Promise((resolve) => {
      this.#child.once("exit", (exitCode, signal) => {
        this.#tree.ended();
        const end = () => endOf(exitCode ?? undefined, signal ?? undefined, this.#output.text());
        void withTimeout(this.#clock, outputAfterMs, complete, end).then(resolve);
      });
    });
  }
}
