// Types that a backend and its facets share.

import type { NodeId } from "./graph.js";

/** A text that a node displayed. Several parts are joined by line breaks. */
export interface NodeText {
  readonly node: NodeId;
  readonly text: string;
}

/** A file that the backend has generated, or data that came as a message and that the backend does not keep. */
export interface OutputFile {
  readonly node: NodeId;
  readonly filename: string;
  readonly subfolder: string;
  /** The folder of the server that contains the file; `temp` for data that the backend does not keep. */
  readonly area: "output" | "temp" | "input";
  readonly mime: string;
  /** Address from which the user can download the file. Empty for data that the backend does not keep. */
  readonly address: string;
  /** The member that has the file, for a backend with the facet `members`; passed back in `fetchOutput`. */
  readonly member?: string;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}
