// Starts programs for plugins with the permission `process`, and ends them. No other module starts programs.

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { execa, type ResultPromise } from "execa";
import {
  reasonOf,
  type Clock,
  type Logger,
  type ProcessExit,
  type RunOptions,
  type RunningProcess,
  type Runner,
  type RunProgram,
} from "@pictor/kernel";
import { findProgram, lookAt } from "./find-program.js";
import { startOptions } from "./start-options.js";
import { StartedProgram } from "./started-program.js";

/** Milliseconds between SIGTERM and SIGKILL. */
const defaultKillAfterMs = 5_000;
/**
 * Milliseconds between SIGTERM and SIGKILL when the plugin is disposed, because each callback of a disposal may take
 * five seconds.
 */
const disposedKillAfterMs = 2_000;

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

/** Why the system has not started a program. */
async function startFailure(
  child: ResultPromise,
  file: string,
  cwd: string | undefined,
): Promise<ProcessExit> {
  const { code = "UNKNOWN" } = await child;
  return { kind: "not-started", code, reason: explainStartFailure(file, code, cwd) };
}

/** Logs the first error of a listener; the program continues. */
function guarded(
  onLine: NonNullable<RunOptions["onLine"]>,
  logger: Logger | undefined,
): NonNullable<RunOptions["onLine"]> {
  let isLogged = false;
  return (line, stream) => {
    try {
      onLine(line, stream);
    } catch (error) {
      if (!isLogged) logger?.error("A listener of a program's lines failed", { reason: reasonOf(error) });
      isLogged = true;
    }
  };
}

/** The absolute path of a program, or undefined if there is none. */
const programOf = (
  file: string,
  { cwd = ".", env = {} }: RunOptions,
  platform: NodeJS.Platform,
): string | undefined =>
  findProgram(file, { platform, env: { ...process.env, ...env }, cwd: resolve(cwd), look: lookAt });

export class Programs implements Runner {
  readonly #clock: Clock;
  readonly #logger: Logger | undefined;
  readonly #platform: NodeJS.Platform;
  readonly #running = new Set<StartedProgram>();
  #isOver = false;

  /** Without a logger, the errors of listeners are dropped. */
  constructor(clock: Clock, logger?: Logger, platform = process.platform) {
    this.#clock = clock;
    this.#logger = logger;
    this.#platform = platform;
  }

  // Plugins receive the two functions without their object.
  readonly run: RunProgram = (file, args, options = {}) => {
    if (this.#isOver) return notStarted("ABORT_ERR", "its plugin was disposed");
    if (options.signal?.aborted === true) return notStarted("ABORT_ERR", "it was cancelled before");
    if (hasNul(file, args, options))
      return notStarted(
        "ERR_INVALID_ARG_VALUE",
        `something that ${file.replaceAll("\0", "")} was given holds a NUL`,
      );
    try {
      return this.#start(file, args, options);
    } catch (error) {
      return notStarted("ERR_INVALID_ARG_VALUE", reasonOf(error));
    }
  };

  readonly end = async (): Promise<void> => {
    this.#isOver = true;
    await Promise.all(
      [...this.#running].map(async (program) => {
        await program.stop(disposedKillAfterMs);
        program.release();
        this.#drop(program);
      }),
    );
  };

  #start(file: string, args: readonly string[], options: RunOptions): RunningProcess {
    const { cwd, detached = false } = options;
    const path = programOf(file, options, this.#platform);
    if (path === undefined) return notStarted("ENOENT", explainStartFailure(file, "ENOENT", cwd));
    const child = execa(path, args, startOptions(options, this.#platform));
    const { pid } = child;
    if (pid === undefined) return { pid, ended: startFailure(child, file, cwd), kill: () => false };
    if (detached) child.unref();
    const onLine = options.onLine && guarded(options.onLine, this.#logger);
    const program = new StartedProgram(child, pid, onLine, this.#clock);
    if (!detached) this.#keep(program);
    return { pid, ended: this.#untilEnd(program, options), kill: (signal) => program.kill(signal) };
  }

  async #untilEnd(
    program: StartedProgram,
    { signal, killAfterMs = defaultKillAfterMs }: RunOptions,
  ): Promise<ProcessExit> {
    const onAbort = (): void => {
      void program.stop(killAfterMs);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    const end = await program.ended;
    await program.stopped();
    signal?.removeEventListener("abort", onAbort);
    // Descendants that are still running are ended with the plugin.
    if (!program.hasGroup()) this.#drop(program);
    return end;
  }

  #keep(program: StartedProgram): void {
    if (this.#running.size === 0) process.on("exit", this.#onExit);
    this.#running.add(program);
  }

  #drop(program: StartedProgram): void {
    this.#running.delete(program);
    if (this.#running.size === 0) process.off("exit", this.#onExit);
  }

  /** Ends the programs even if the host ends without disposing the kernel. */
  readonly #onExit = (): void => {
    for (const program of this.#running) program.kill("SIGKILL");
  };
}
