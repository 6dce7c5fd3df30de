// Starts programs for plugins with the permission `process`; no other module does. Imported only when the first such plugin
// is loaded.

import { statSync } from "node:fs";
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
import { createOutputCollector } from "./program-output.js";
import { createProcessTree, type ProcessTree } from "./process-tree.js";

const defaultKillAfterMs = 5_000;
/** The same when the plugin is disposed, which has five seconds for it. */
const disposedKillAfterMs = 2_000;
/** Milliseconds after the end of a program for its output to end; others may hold it. */
const outputAfterMs = 1_000;
/** Milliseconds for the system to end what was killed. */
const killedMs = 1_000;
/** Milliseconds between two looks at what is left of a tree: the first, and the longest pause. */
const lookMs = 10;
const longestLookMs = 250;

export interface RunDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Started {
  readonly tree: ProcessTree;
  /** SIGTERM to all, and SIGKILL to those that are left after that time. Settles when nothing is left. */
  stop(killAfterMs: number): Promise<void>;
  /** Lets go of its output. */
  release(): void;
}

const notStarted = (code: string, reason: string): RunningProcess => ({
  pid: undefined,
  ended: Promise.resolve({ kind: "not-started", code, reason }),
  kill: () => false,
});

const hasNul = (file: string, args: readonly string[], { cwd = "", env = {} }: RunOptions): boolean =>
  [file, ...args, cwd, ...Object.entries(env).flat()].some((text) => text?.includes("\0"));

/** Node says ENOENT of the program when it is the folder that is missing. Never an argument: it may be a secret. */
function whyNot(file: string, code: string, cwd: string | undefined): string {
  const isFolder = cwd === undefined || (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() ?? false);
  if (!isFolder) return `there is no folder ${cwd} to run it in`;
  if (code === "ENOENT") return `${file} was not found`;
  if (code === "EACCES") return `${file} may not be executed`;
  return `the system refused to start ${file} (${code})`;
}

/** Whether nothing is left within that time. */
async function empties(tree: ProcessTree, clock: Clock, ms: number): Promise<boolean> {
  for (let waited = 0, step = lookMs; waited < ms; step = Math.min(longestLookMs, step * 2)) {
    await new Promise<void>((resolve) => void clock.after(step, resolve));
    if (!tree.isLeft()) return true;
    waited += step;
  }
  return false;
}

async function stopTree(tree: ProcessTree, clock: Clock, killAfterMs: number): Promise<void> {
  if (!tree.kill("SIGTERM") || (await empties(tree, clock, killAfterMs))) return;
  tree.kill("SIGKILL");
  await empties(tree, clock, killedMs);
}

export function createRunner({ clock, logger }: RunDependencies): Runner {
  const live = new Set<Started>();
  let isOver = false;

  // A host that ends without disposing its kernel leaves nothing behind either.
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
    // Any number is passed on as it is; execa's types name the first few.
    const output = (outputTo as 3 | undefined) ?? (detached ? "ignore" : "pipe");
    const settings: Options = {
      ...(cwd === undefined ? {} : { cwd }),
      ...(input === undefined ? { stdin: "ignore" as const } : { input }),
      env: env, // Node leaves out what is undefined
      stdout: output,
      stderr: output,
      buffer: false,
      encoding: "buffer",
      reject: false,
      cleanup: false,
      verbose: "none",
      windowsHide: true,
      // A group of its own; on Windows that would be a window of its own.
      detached: detached || process.platform !== "win32",
    };
    const child = execa(file, args, settings);
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
    const whole = child.then(({ code, exitCode, signal }): ProcessExit => {
      if (pid === undefined) {
        const known = code ?? "UNKNOWN";
        return { kind: "not-started", code: known, reason: whyNot(file, known, cwd) };
      }
      return endOf(exitCode, signal, collector.text());
    });
    if (pid === undefined) return { pid, ended: whole, kill: () => false };
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
        void withTimeout(clock, outputAfterMs, whole, end).then(resolve);
      });
    });
    const onAbort = (): void => {
      void started.stop(options.killAfterMs ?? defaultKillAfterMs);
    };
    options.signal?.addEventListener("abort", onAbort, { once: true });
    const ended = gone.then(async (end) => {
      await stopping;
      options.signal?.removeEventListener("abort", onAbort);
      // What it left behind ends with the plugin.
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

/** A listener that throws is told of once; the program goes on. */
function guarded(
  onLine: NonNullable<RunOptions["onLine"]>,
  logger: Logger,
): NonNullable<RunOptions["onLine"]> {
  let isTold = false;
  return (line, stream) => {
    try {
      onLine(line, stream);
    } catch (error) {
      if (!isTold) logger.error("A listener of a program's lines failed", { reason: reasonOf(error) });
      isTold = true;
    }
  };
}
