// The facets `lifecycle` and `installation`: a server that is started, watched, installed and updated from here.

import type { CallOptions } from "./calls.js";

/** What is known of an instance without starting it. */
export type InstanceState =
  /** Nothing is installed, or only a part. */
  | { readonly state: "absent"; readonly reason: string }
  | { readonly state: "stopped" }
  | {
      readonly state: "starting" | "running";
      readonly url: string;
      readonly pid?: number;
      /** Who ends it: this process, another one that watches it, or nobody (it was left running). */
      readonly owner: "this" | "other" | "nobody";
      /** Milliseconds since 1970. */
      readonly since?: number;
    }
  | {
      readonly state: "crashed";
      readonly exitCode?: number;
      readonly signal?: string;
      /** The last lines of its log. */
      readonly lastLines: readonly string[];
    };

/** Options of long work. */
export interface StepOptions extends CallOptions {
  /** Told of each step, and of what goes on in it. */
  progress?(note: StepProgress): void;
}
/** Where long work is: step `index` (from 0) of `count`. */
export interface StepProgress {
  /** Its id, such as `clone`. */
  readonly step: string;
  /** For people. */
  readonly title: string;
  readonly index: number;
  readonly count: number;
  /** 0 to 1, inside the step. */
  readonly fraction?: number;
  /** The last line that the step's tool wrote. */
  readonly line?: string;
}

/** Options of `LifecycleFacet.start`. */
export interface StartOptions extends StepOptions {
  /** It goes on when this process ends. Default: it ends with the kernel. */
  readonly keep?: boolean;
}
/** Options of `LifecycleFacet.logs`. */
export interface LogOptions extends CallOptions {
  /** Go on with what is written from now on, until the signal is aborted. */
  readonly follow?: boolean;
  /** How many of the last lines come first; default all of the current file. */
  readonly lines?: number;
}

/** A member that is absent cannot be done to such a backend. */
export interface LifecycleFacet {
  /** Starts nothing. Rejects, as `Backend.info` does, where only the server could tell and does not answer. */
  state(options?: CallOptions): Promise<InstanceState>;
  /** Rejects where a start could not work, and asks the programs that it needs; starts nothing. */
  check?(options?: CallOptions): Promise<void>;
  /** Settles when it answers; at once when it runs already. */
  start?(options?: StartOptions): Promise<void>;
  /** Settles when nothing of it is left. */
  stop?(options?: StepOptions): Promise<void>;
  /** Settles when it answers again. Waiting prompts are lost: look at `Backend.prompts` before. */
  restart(reason: string, options?: StepOptions): Promise<void>;
  /** The lines of its log, without their ends. */
  logs?(options?: LogOptions): AsyncIterable<string>;
}

/** One step of an installation, in order. */
export interface InstallStep {
  readonly id: string;
  readonly title: string;
  /** What will be run or written, for people: command lines without secrets. */
  readonly detail: readonly string[];
  readonly state: "done" | "pending";
  /** Why a pending one cannot work now, and what to do, as in an error: known without the network. */
  readonly problem?: { readonly code: string; readonly what: string; readonly hint: string };
}
/** A server that is installed from here, step by step. Methods reject with errors of the kind's own. */
export interface InstallationFacet {
  /** What the tools of a step write is kept in this file; absolute. */
  readonly logFile?: string;
  /** What `install` would do now. Changes nothing. */
  plan(options?: CallOptions): Promise<readonly InstallStep[]>;
  /** Where the first checkpoint belongs, absolute; undefined where one lies, or where that is not known. */
  emptyModelFolder?(options?: CallOptions): Promise<string | undefined>;
  /** Goes on behind the steps that are done. When one fails, what was done before stays. */
  install(options?: StepOptions): Promise<void>;
  /** To `version` (tag, branch or commit), else to what the settings name. The old one comes back when the new one does not start. */
  update(options?: StepOptions & { readonly version?: string }): Promise<UpdateResult>;
}
/** What an update has changed: versions, or the first digits of commits where there are none. */
export interface UpdateResult {
  readonly from: string;
  readonly to: string;
}
