// The entry @pictor/comfyui-graph/types: types of graphs and node classes, without Node.js types and other packages.

export type * from "./node/class-entry.js";
export type * from "./node/graph.js";
export type * from "./node/input-spec.js";
export type * from "./node/node-library.js";
export type * from "./node/node.js";
