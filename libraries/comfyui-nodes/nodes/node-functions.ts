// What runs the node classes. Their signatures are recorded.
import type { Inputs, NodeDefinition, NodeResult, NodeRun, NodeSignature } from "@pictor/comfyui-graph";

/** The values of the outputs; a node that shows something to the user returns the whole result. */
export type NodeFunction = (inputs: Inputs, run: NodeRun) => readonly unknown[] | NodeResult;

interface NodeCode extends Pick<NodeDefinition, "fingerprint">, Partial<Pick<NodeSignature, "files">> {
  readonly execute: NodeFunction;
}

/** By class name. */
export type NodeFunctions = Readonly<Record<string, NodeFunction | NodeCode>>;
