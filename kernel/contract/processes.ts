// Programs that a plugin runs: the permission `process`.

/**
 * Starts a program with a list of arguments; there is no shell, and nothing is interpreted. It belongs to a process group
 * of its own, so that Ctrl-C reaches only the host. Ends with the plugin unless it is `detached`.
 */
export type Run = (file: string, args: readonly string[], options?: RunOptions) => RunningProcess;

/** How a program is started. */
export interface RunOptions {
  /** Absolute. Default: the host's working directory. */
  readonly cwd?: string;
  /** On top of the host's environment; undefined takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Written to its standard input, which is closed then. Default: none. */
  readonly input?: string;
  /** Ends it, and what it started, when it is aborted: SIGTERM, and SIGKILL after `killAfterMs`. */
  readonly signal?: AbortSignal;
  /** Milliseconds; default 5,000. */
  readonly killAfterMs?: number;
  /**
   * Each line as it comes, UTF-8, without its end; one that ends by a carriage return, as progress bars do, is one too.
   * One that is longer than 64 Ki characters comes in pieces.
   */
  onLine?(line: string, stream: "stdout" | "stderr"): void;
  /** An open file that takes its output in place of `onLine` and `ProcessExit.output`. */
  readonly outputTo?: number;
  /** It goes on when the plugin and the host end. Without `outputTo` its output is lost. */
  readonly detached?: boolean;
}

/** A program that was started, or could not be. */
export interface RunningProcess {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /**
   * Never rejects: how a program ends is a value. Settles when it has ended and its output is through (of one that left
   * others behind which hold its output: a second later), and after an abort when nothing of it is left.
   */
  readonly ended: Promise<ProcessExit>;
  /**
   * To it and to everything that it started. False when nothing of it is left. Windows has no signals: there each of
   * them ends all at once.
   */
  kill(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): boolean;
}

/** `output` holds what came last of both streams, at most 64 KiB in UTF-8; it is empty where `outputTo` took it. */
export type ProcessExit =
  | { readonly kind: "exited"; readonly exitCode: number; readonly output: string }
  | { readonly kind: "killed"; readonly signal: string; readonly output: string }
  /**
   * It could not be started: not found, not executable, no such working directory, a NUL in what it was given, or
   * stopped before. `code` as Node has it (ENOENT, EACCES, ERR_INVALID_ARG_VALUE, ABORT_ERR).
   */
  | { readonly kind: "not-started"; readonly code: string; readonly reason: string };

/** Starts programs for one plugin, and ends them together with that plugin. */
export interface Runner {
  readonly run: Run;
  /** Ends every program that still runs and is not detached; `run` starts nothing after this call. */
  end(): Promise<void>;
}
