// Node classes of ComfyUI, executed on the CPU with a simulated sampler.

export { exampleGraph, type ExampleGraph, type ExampleGraphOptions } from "./example-graph.js";
export { default as nodes } from "./node-library.js";
