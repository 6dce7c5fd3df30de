// What runs the node classes. Their signatures are recorded.
import type { NodeDefinition, NodeSignature } from "@pictor/comfyui-graph";

export type NodeFunction = NodeDefinition["execute"];

/** By class name. */
export type NodeFunctions = Readonly<
  Record<string, NodeFunction | (Omit<NodeDefinition, "signature"> & Partial<Pick<NodeSignature, "files">>)>
>;
