// The data that the server sends to its worker thread; it survives structured cloning. The worker answers with `RunEvent`s.
import type { NodeFolders, RunRequest } from "@pictor/comfyui-graph";
import type { ExtraClasses } from "../classes/extra-classes.js";
import type { RunFaults } from "../faults/run-hooks.js";

/** One prompt to execute. */
export interface WorkerRequest extends RunRequest {
  readonly faults?: RunFaults;
}

/** The data that is passed to the worker thread when it starts. */
export interface WorkerSetup {
  readonly folders: NodeFolders;
  /** Random part of the names of temporary images. */
  readonly tempTag: string;
  /** URL of a module whose default export is the server's node library. */
  readonly nodeModule?: string | undefined;
  /** Node classes besides those of the node library. */
  readonly classes: ExtraClasses;
  /** A shared number: 1 asks the running prompt to stop at its next step or node boundary. */
  readonly interruptFlag: Int32Array;
}
