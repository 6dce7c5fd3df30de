// What the calls of a backend and of its facets share.

import type { NodeId } from "./graph.js";

/** A file that the backend made. */
export interface OutputFile {
  readonly node: NodeId;
  readonly filename: string;
  readonly subfolder: string;
  /** Which of the server's folders it lies in. */
  readonly area: "output" | "temp" | "input";
  readonly mime: string;
  /** Where a person can fetch it by hand. */
  readonly address: string;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, which rejects with its reason. */
  readonly signal?: AbortSignal;
}
