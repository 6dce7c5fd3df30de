// The input of every command besides its arguments: the global options and the streams of the process.

import type { Streams } from "./streams.js";

/** Options that can be given before or after any command. */
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
