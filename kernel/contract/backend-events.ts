// The messages of a backend while prompts run.

import type { NodeText, OutputFile } from "./calls.js";
import type { NodeId } from "./graph.js";

/** A node that failed while it ran. */
export interface NodeError {
  readonly node?: NodeId;
  readonly classType?: string;
  readonly exception: string;
  readonly message: string;
}

/**
 * Messages of a backend while prompts run, in the order of the server. They only indicate when to call `state()`, whose
 * result decides. `error` and `ended.as` count only if the server has no record. Events of other clients' prompts are
 * harmless.
 */
export type BackendEvent =
  /** Number of prompts of all clients that are queued or running on the server. */
  | { readonly type: "status"; readonly queueRemaining: number }
  /**
   * State of the event connection. `lost` may become `open` again, `closed` does not. The kernel calls `state()` at
   * once.
   */
  | { readonly type: "connection"; readonly state: "open" | "lost" | "closed" }
  /**
   * Of a backend with several servers: the connection to the one that has the prompt, `server` in words. It says nothing about
   * the prompt itself.
   */
  | {
      readonly type: "promptConnection";
      readonly promptId: string;
      readonly state: "open" | "lost";
      readonly server: string;
    }
  | { readonly type: "started"; readonly promptId: string }
  /** Nodes that do not run again, because results of an earlier run are used. */
  | { readonly type: "cached"; readonly promptId: string; readonly nodes: readonly NodeId[] }
  /** A node starts to run. */
  | { readonly type: "node"; readonly promptId: string; readonly node: NodeId }
  | { readonly type: "nodeDone"; readonly promptId: string; readonly node: NodeId }
  /** Progress of a node: it has done `value` of its `max` steps. */
  | {
      readonly type: "progress";
      readonly promptId: string;
      readonly node: NodeId;
      readonly value: number;
      readonly max: number;
    }
  /** An encoded preview image; a PNG image from an output node is the result of that node, such as SaveImageWebsocket. */
  | {
      readonly type: "preview";
      readonly promptId: string;
      readonly node?: NodeId;
      readonly mime: string;
      readonly bytes: Uint8Array;
    }
  /** Files that can be fetched from now on. The same file may be reported again, here or by `state()`. */
  | { readonly type: "output"; readonly promptId: string; readonly files: readonly OutputFile[] }
  /** A text that can be shown from now on. The same text may be reported again, here or by `state()`. */
  | ({ readonly type: "text"; readonly promptId: string } & NodeText)
  /**
   * A node and the nodes that depend on it are not executed; the run continues. `message` is the reason that the graph
   * gives.
   */
  | { readonly type: "blocked"; readonly promptId: string; readonly node: NodeId; readonly message: string }
  /** A node failed. */
  | { readonly type: "error"; readonly promptId: string; readonly error: NodeError }
  /** The prompt has ended and its record can be read. `as` is the outcome according to the server's messages. */
  | {
      readonly type: "ended";
      readonly promptId: string;
      readonly as?: "succeeded" | "interrupted" | "failed";
    }
  /** A message of an unknown type, as received. */
  | { readonly type: "unknown"; readonly wireType: string; readonly data: unknown };
