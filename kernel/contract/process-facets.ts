// The facets `lifecycle` and `installation`: starting, supervising, installing and updating a server.

import type { PictorError } from "../base/errors/pictor-error.js";
import type { CallOptions } from "./calls.js";

/** The state of an instance, determined without starting it. */
export type InstanceState = ServerState & {
  /**
   * The result of the last restart, update or crash, with its time in milliseconds since 1970. Removed when the user
   * stops the server.
   */
  readonly lastEvent?: { readonly at: number; readonly text: string };
};
type ServerState =
  /** The server is not installed, or only partly. */
  | { readonly state: "absent"; readonly reason: string }
  | { readonly state: "stopped" }
  | {
      readonly state: "starting" | "running";
      readonly url: string;
      readonly pid?: number;
      /** Which process ends the server: this one, another one that supervises it, or none (it was left running). */
      readonly owner: "this" | "other" | "nobody";
      /** Milliseconds since 1970. */
      readonly since?: number;
    }
  | {
      readonly state: "crashed";
      readonly exitCode?: number;
      readonly signal?: string;
      /** The last lines of the server's log. */
      readonly lastLines: readonly string[];
    };

/** Options of a long operation with steps. */
export interface ProgressOptions extends CallOptions {
  /** Receives each step, and the progress inside it. */
  progress?(note: StepProgress): void;
}
/** Progress of a long operation: step `index` (from 0) of `count`. */
export interface StepProgress {
  /** Id of the step, such as `clone`. */
  readonly step: string;
  /** Title for display. */
  readonly title: string;
  readonly index: number;
  readonly count: number;
  /** Progress of the step, 0 to 1. */
  readonly fraction?: number;
  /** The latest line that the program of the step has printed. */
  readonly line?: string;
  /** A failure that does not end the operation, with advice. Hosts keep the warning visible. */
  readonly warning?: string;
}

/** Options of `LifecycleFacet.start`. */
export interface StartOptions extends ProgressOptions {
  /** Whether the server continues when this process ends. Default: it ends with the kernel. */
  readonly keep?: boolean;
}
/** Options of `LifecycleFacet.logs`. */
export interface LogOptions extends CallOptions {
  /** Whether to continue with new lines until the signal is aborted. */
  readonly follow?: boolean;
  /** Number of last lines to return first. Default: all of the current file. */
  readonly lines?: number;
}

/** Control of a server. Operations that the backend does not support are absent. */
export interface LifecycleFacet {
  /**
   * Reads the state without starting anything. Rejects as `Backend.info` if the server alone knows the state and does
   * not answer.
   */
  state(options?: CallOptions): Promise<InstanceState>;
  /** Checks the required programs without starting anything. Rejects if a start cannot succeed. */
  check?(options?: CallOptions): Promise<void>;
  /** Starts the server. Resolves when the server answers; at once if it is already running. */
  start?(options?: StartOptions): Promise<void>;
  /** Stops the server. Resolves when no process of it is left. */
  stop?(options?: ProgressOptions): Promise<void>;
  /** Restarts the server. Resolves when it answers again. Queued prompts are lost: check `Backend.prompts` before. */
  restart(reason: string, options?: ProgressOptions): Promise<void>;
  /** The lines of the server's log, without line ends. */
  logs?(options?: LogOptions): AsyncIterable<string>;
}

/** One step of an installation. */
export interface InstallStep {
  readonly id: string;
  readonly title: string;
  /** The command lines that the step will run, or the files that it will write, for display; without secrets. */
  readonly detail: readonly string[];
  readonly state: "done" | "pending";
  /** Why a pending step cannot succeed now, with advice. Determined without network access. */
  readonly problem?: Pick<PictorError, "code" | "class" | "what" | "hint">;
}
/** Installation of a server in steps. Methods reject with errors of the backend kind. */
export interface InstallationFacet {
  /** Absolute path of the file that contains the output of the programs that the steps run. */
  readonly logFile?: string;
  /** The steps of `install` in their present state. Changes nothing. */
  plan(options?: CallOptions): Promise<readonly InstallStep[]>;
  /**
   * Absolute path of the folder for the first checkpoint; undefined if there is a checkpoint, or the folder is unknown.
   */
  emptyModelFolder?(options?: CallOptions): Promise<string | undefined>;
  /** Runs the pending steps. When a step fails, completed steps are kept. */
  install(options?: ProgressOptions): Promise<void>;
  /**
   * Updates the server to `version` (tag, branch or commit), by default to the version in the settings. If the new
   * version does not start, the old one is restored.
   */
  update(options?: ProgressOptions & { readonly version?: string }): Promise<UpdateResult>;
}
/** The versions before and after an update, or abbreviated commits if there are no versions. */
export interface UpdateResult {
  readonly from: string;
  readonly to: string;
}
