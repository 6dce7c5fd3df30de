// Starts programs for plugins with the permission `process`, and ends them. No other module starts programs.

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { execa, type Options } from "execa";
import {
  reasonOf,
  type Clock,
  withTimeout,
  type Logger,
  type ProcessExit,
  type RunOptions,
  type RunningProcess,
  type Runner,
} from "@pictor/kernel";
import { findProgram, lookAt } from "./find-program.js";
import { createOutputCollector } from "./program-output.js";
import { createProcessTree, type ProcessTree } from "./process-tree.js";

/** Milliseconds between SIGTERM and SIGKILL. */
const defaultKillAfterMs = 5_000;
/**
 * Milliseconds between SIGTERM and SIGKILL when the plugin is disposed, because each callback of a disposal may take
 * five seconds.
 */
const disposedKillAfterMs = 2_000;
/** Milliseconds to wait for the end of the output after the program has ended: descendants may keep the output open. */
const outputAfterMs = 1_000;
/** Milliseconds to wait for the system to end killed processes. */
const killedMs = 1_000;
/** Milliseconds between two checks whether a process tree has ended: at first, and at most. */
const firstCheckMs = 10;
const longestCheckMs = 250;

export interface RunDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Started {
  readonly tree: ProcessTree;
  /**
   * Sends SIGTERM to all processes of the program, and SIGKILL to those that are left after `killAfterMs`. Settles when
   * no process is left.
   */
  stop(killAfterMs: number): Promise<void>;
  /** Closes the pipes of the output. */
  release(): void;
}

const notStarted = (code: string, reason: string): RunningProcess => ({
  pid: undefined,
  ended: Promise.resolve({ kind: "not-started", code, reason }),
  kill: () => false,
});

const hasNul = (file: string, args: readonly string[], { cwd = "", env = {} }: RunOptions): boolean =>
  [file, ...args, cwd, ...Object.entries(env).flat()].some((text) => text?.includes("\0"));

/** Explains why a program was not started. The text names no argument, because an argument may be a secret. */
function explainStartFailure(file: string, code: string, cwd: string | undefined): string {
  // Node reports ENOENT for the program even if only its working directory is missing.
  const isFolder = cwd === undefined || (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() ?? false);
  if (!isFolder) return `there is no folder ${cwd} to run it in`;
  if (code === "ENOENT") return `${file} was not found`;
  if (code === "EACCES") return `${file} may not be executed`;
  return `the system refused to start ${file} (${code})`;
}

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

export function createRunner({ clock, logger }: RunDependencies): Runner {
  const live = new Set<Started>();
  let isOver = false;

  // Ends the programs even if the host ends without disposing the kernel.
  const onExit = (): void => {
    for (const { tree } of live) tree.kill("SIGKILL");
  };
  const keep = (started: Started): void => {
    if (live.size === 0) process.on("exit", onExit);
    live.add(started);
  };
  const drop = (started: Started): void => {
    live.delete(started);
    if (live.size === 0) process.off("exit", onExit);
  };

  const start = (file: string, args: readonly string[], options: RunOptions): RunningProcess => {
    const { cwd, env = {}, input, outputTo, detached = false } = options;
    const program = findProgram(file, {
      platform: process.platform,
      env: { ...process.env, ...env },
      cwd: resolve(cwd ?? "."),
      look: lookAt,
    });
    if (program === undefined) return notStarted("ENOENT", explainStartFailure(file, "ENOENT", cwd));
    // execa accepts every file descriptor, but its types list only the first few.
    const output = (outputTo as 3 | undefined) ?? (detached ? "ignore" : "pipe");
    const settings: Options = {
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
      detached: detached || process.platform !== "win32",
    };
    const child = execa(program, args, settings);
    const { pid } = child;
    const collector = createOutputCollector(options.onLine && guarded(options.onLine, logger));
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream]?.on("data", (chunk: Uint8Array) => {
        collector.take(stream, chunk);
      });
      child[stream]?.once("end", () => {
        collector.take(stream, undefined);
      });
    }
    const complete = child.then(({ code, exitCode, signal }): ProcessExit => {
      if (pid === undefined) {
        const known = code ?? "UNKNOWN";
        return { kind: "not-started", code: known, reason: explainStartFailure(file, known, cwd) };
      }
      return endOf(exitCode, signal, collector.text());
    });
    if (pid === undefined) return { pid, ended: complete, kill: () => false };
    if (detached) child.unref();

    const tree = createProcessTree(pid);
    let stopping: Promise<void> | undefined;
    const started: Started = {
      tree,
      stop: (killAfterMs) => (stopping ??= stopTree(tree, clock, killAfterMs)),
      release: () => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      },
    };
    if (!detached) keep(started);
    const gone = new Promise<ProcessExit>((resolve) => {
      child.once("exit", (exitCode, signal) => {
        tree.ended();
        const end = () => endOf(exitCode ?? undefined, signal ?? undefined, collector.text());
        void withTimeout(clock, outputAfterMs, complete, end).then(resolve);
      });
    });
    const onAbort = (): void => {
      void started.stop(options.killAfterMs ?? defaultKillAfterMs);
    };
    options.signal?.addEventListener("abort", onAbort, { once: true });
    const ended = gone.then(async (end) => {
      await stopping;
      options.signal?.removeEventListener("abort", onAbort);
      // Descendants that are still running are ended with the plugin.
      if (!tree.hasGroup()) drop(started);
      return end;
    });
    return { pid, ended, kill: tree.kill };
  };

  return {
    run(file, args, options = {}) {
      if (isOver) return notStarted("ABORT_ERR", "its plugin was disposed");
      if (options.signal?.aborted === true) return notStarted("ABORT_ERR", "it was cancelled before");
      if (hasNul(file, args, options))
        return notStarted(
          "ERR_INVALID_ARG_VALUE",
          `something that ${file.replaceAll("\0", "")} was given holds a NUL`,
        );
      try {
        return start(file, args, options);
      } catch (error) {
        return notStarted("ERR_INVALID_ARG_VALUE", reasonOf(error));
      }
    },
    async end() {
      isOver = true;
      await Promise.all(
        [...live].map(async (started) => {
          await started.stop(disposedKillAfterMs);
          started.release();
          drop(started);
        }),
      );
    },
  };
}

const endOf = (exitCode: number | undefined, signal: string | undefined, output: string): ProcessExit =>
  signal === undefined
    ? { kind: "exited", exitCode: exitCode ?? -1, output }
    : { kind: "killed", signal, output };

/** Logs the first error of a listener; the program continues. */
function guarded(
  onLine: NonNullable<RunOptions["onLine"]>,
  logger: Logger,
): NonNullable<RunOptions["onLine"]> {
  let isLogged = false;
  return (line, stream) => {
    try {
      onLine(line, stream);
    } catch (error) {
      if (!isLogged) logger.error("A listener of a program's lines failed", { reason: reasonOf(error) });
      isLogged = true;
    }
  };
}
