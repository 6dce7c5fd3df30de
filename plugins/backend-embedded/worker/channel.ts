// What the server and its worker thread say to each other. Everything here survives structured cloning.
import type { RunFaults } from "../faults/in-worker.js";
import type { Graph } from "../graph/graph.js";
import type { ExtraClasses } from "../nodes/extra-classes.js";
import type { NodeFolders, UiOutput } from "../nodes/node.js";

/** One prompt to execute. */
export interface RunOrder {
  readonly graph: Graph;
  /** Output nodes to reach. */
  readonly outputs: readonly string[];
  /** Text chunks for saved pictures. */
  readonly texts: Readonly<Record<string, string>>;
  /** False: no preview pictures for this run. */
  readonly previews: boolean;
  /** True: results of earlier prompts are dropped first. */
  readonly forget?: boolean;
  /** What a test wants to go wrong in this run. */
  readonly faults?: RunFaults;
}

/** What a worker is given when it starts. */
export interface WorkerSetup {
  readonly folders: NodeFolders;
  readonly tempTag: string;
  /** Beside the server's own. */
  readonly classes: ExtraClasses;
  /** One Int32: 1 asks the running prompt to stop at its next step or node boundary. */
  readonly interrupt: SharedArrayBuffer;
}

/** A node that raised, in the terms of an `execution_error` message. */
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

/** What happens during a run, in order; `ended` comes exactly once, last. */
export type RunEvent =
  | { readonly kind: "cached"; readonly nodes: readonly string[] }
  | { readonly kind: "nodeStarted"; readonly nodeId: string }
  | {
      readonly kind: "step";
      readonly nodeId: string;
      readonly value: number;
      readonly max: number;
      /** A JPEG file, or the PNG file of a node that sends pictures. */
      readonly preview?: Uint8Array;
    }
  | {
      readonly kind: "nodeFinished";
      readonly nodeId: string;
      /** Present when the node shows something to the user. */
      readonly ui?: UiOutput;
      /** The node id under which the result was first made (differs for cached, renumbered graphs). */
      readonly madeAs: string;
      readonly fromCache: boolean;
    }
  | { readonly kind: "ended"; readonly ending: Ending };
