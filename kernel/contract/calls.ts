// Types that a backend and its facets share.

import type { NodeId } from "./graph.js";

/** A file that the backend has generated. */
export interface OutputFile {
  readonly node: NodeId;
  readonly filename: string;
  readonly subfolder: string;
  /** The folder of the server that contains the file. */
  readonly area: "output" | "temp" | "input";
  readonly mime: string;
  /** Address from which the user can download the file. */
  readonly address: string;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}
