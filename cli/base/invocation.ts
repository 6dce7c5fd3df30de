// What every command receives beside its own arguments: the options of the whole program and the streams of the process.

import type { Streams } from "./streams.js";

/** Options that stand before or behind any command. */
export interface GlobalOptions {
  readonly config?: string;
  readonly environment?: string;
  readonly trust?: boolean;
  readonly json?: true;
  readonly verbose?: true;
}

export interface Invocation {
  readonly globals: GlobalOptions;
  readonly streams: Streams;
}
