// @pictor/workflow-parts/graph-inputs: finds what a person sets in a graph of somebody else: its prompts and its seeds.

export { inputSpecOf, type GraphWithCatalog, type NodeInput } from "./node-input.js";
export { findPromptInput, type PromptInput, type PromptSide } from "./prompt-inputs.js";
export { findSeedInputs, graphSeed, seedLimit, seedWithinLimit } from "./seed-inputs.js";
