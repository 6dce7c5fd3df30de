// Programs that a plugin runs, with permission `process`.

/**
 * Starts a program with a list of arguments, without a shell. The program runs in its own process group, so that Ctrl-C
 * reaches only the host. Unless it is `detached`, it ends with the plugin.
 */
export type RunProgram = (file: string, args: readonly string[], options?: RunOptions) => RunningProcess;

/** Options of `RunProgram`. */
export interface RunOptions {
  /** Working directory; absolute. Default: that of the host. */
  readonly cwd?: string;
  /** Variables on top of the environment of the host; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Written to standard input, which is then closed. Default: standard input is empty. */
  readonly input?: string;
  /** When aborted, the program and its descendants receive SIGTERM, and SIGKILL after `killAfterMs`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between SIGTERM and SIGKILL; default 5,000. */
  readonly killAfterMs?: number;
  /**
   * Receives each line as it arrives, decoded as UTF-8 and without its end. A carriage return also ends a line, as in
   * progress bars. A line of more than 64 Ki characters arrives in pieces.
   */
  onLine?(line: string, stream: "stdout" | "stderr"): void;
  /** File descriptor that receives the output; `onLine` and `ProcessExit.output` then receive none. */
  readonly outputTo?: number;
  /** Whether the program continues when the plugin and the host end. Without `outputTo` its output is lost. */
  readonly detached?: boolean;
}

/** A started program, or one that could not be started. */
export interface RunningProcess {
  /** The process id; undefined if the program could not be started. */
  readonly pid: number | undefined;
  /**
   * Never rejects: every outcome is a value. Resolves when the program has ended and its output was read (at most a
   * second later, if descendants keep the output open). After an abort, resolves when no descendant is left.
   */
  readonly ended: Promise<ProcessExit>;
  /**
   * Sends a signal to the program and its descendants. Returns false if none of them is left. On Windows, which has no
   * signals, every call ends all of them at once.
   */
  kill(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): boolean;
}

/**
 * How a program ended. `output` holds the end of both streams, at most 64 KiB of UTF-8; it is empty if `outputTo` is
 * set.
 */
export type ProcessExit =
  | { readonly kind: "exited"; readonly exitCode: number; readonly output: string }
  | { readonly kind: "killed"; readonly signal: string; readonly output: string }
  /**
   * The program could not be started: not found, not executable, no such working directory, a NUL character in an
   * argument, or aborted before its start. `code` is that of Node.js (ENOENT, EACCES, ERR_INVALID_ARG_VALUE, ABORT_ERR).
   */
  | { readonly kind: "not-started"; readonly code: string; readonly reason: string };

/** Starts programs for one plugin, and ends them together with the plugin. */
export interface Runner {
  readonly run: RunProgram;
  /** Ends every running program that is not detached. Later calls of `run` start nothing. */
  end(): Promise<void>;
}
