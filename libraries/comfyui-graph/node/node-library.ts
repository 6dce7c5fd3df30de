// The set of node classes that a server offers.
import type { NodeDefinition } from "./node.js";

/** Node classes, the names of the model files that they offer, and the module from which a worker thread imports them. */
export interface NodeLibrary {
  /** By class name. */
  readonly classes: ReadonlyMap<string, NodeDefinition>;
  /** File names by folder key (`checkpoints`, `loras`), in the order in which a server lists its folders. */
  readonly modelFiles: Readonly<Record<string, readonly string[]>>;
  /** URL of a module whose default export is this library. */
  readonly module: string;
}
