// The node classes of a real ComfyUI that run on a CPU, with a simulated sampler.

export { exampleGraph, type ExampleGraph, type ExampleGraphOptions } from "./example-graph.js";
export { default as nodes } from "./node-library.js";
