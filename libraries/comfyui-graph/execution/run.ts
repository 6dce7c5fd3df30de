// The request to execute a prompt, and the events of its run. Both survive structured cloning.
import type { Graph } from "../node/graph.js";
import type { UiOutput } from "../node/node.js";

export interface RunRequest {
  readonly graph: Graph;
  /** Ids of the output nodes to execute; the nodes that they need are executed too. */
  readonly outputs: readonly string[];
  /** Text chunks to write into saved images: texts by PNG keyword. */
  readonly texts: Readonly<Record<string, string>>;
  /** False: samplers send no previews with their steps. */
  readonly previews: boolean;
  /** True: clears the result cache first. */
  readonly clearCache?: boolean;
}

/** The error of a node, as an `execution_error` message reports it. */
export interface NodeFailure {
  readonly nodeId: string;
  readonly exceptionType: string;
  readonly exceptionMessage: string;
  readonly traceback: readonly string[];
  readonly currentInputs: Readonly<Record<string, readonly unknown[]>>;
}

export type Ending =
  | { readonly kind: "success" }
  | { readonly kind: "interrupted"; readonly nodeId: string; readonly executed: readonly string[] }
  | { readonly kind: "error"; readonly failure: NodeFailure; readonly executed: readonly string[] };

/** An event of a run. The last event, and only the last, is `ended`. */
export type RunEvent =
  | { readonly kind: "cached"; readonly nodes: readonly string[] }
  | { readonly kind: "nodeStarted"; readonly nodeId: string }
  | {
      readonly kind: "step";
      readonly nodeId: string;
      readonly value: number;
      readonly max: number;
      /** A JPEG file, or a PNG file from a node that sends images over the socket. */
      readonly preview?: Uint8Array;
    }
  | {
      readonly kind: "nodeFinished";
      readonly nodeId: string;
      /** What the node shows in the user interface; absent if it shows nothing. */
      readonly ui?: UiOutput;
      /** The id of the node that computed the result. It differs from `nodeId` when a cached graph was renumbered. */
      readonly originalNodeId: string;
      readonly fromCache: boolean;
    }
  | { readonly kind: "ended"; readonly ending: Ending };
