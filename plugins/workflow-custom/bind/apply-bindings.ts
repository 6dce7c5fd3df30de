// Binds the values of the setting `bindings` to the inputs that their paths (`NODE.INPUT`) name.

import type { Files, InputFile, InputValue, Params } from "@pictor/kernel/plugin";
import { inputSpecOf } from "@pictor/workflow-parts/graph-inputs";
import { setInputs, type Assignment, type BoundGraph, type GraphLookup } from "./bound-graph.js";
import { createFindInputs } from "./find-inputs.js";
import { findLocalFile } from "./find-local-file.js";
import { parseInputValue } from "./input-values.js";

export interface BindingContext extends Omit<GraphLookup, "graph"> {
  /** Path of the graph's file. Relative paths of other files start at its folder. */
  readonly graphPath: string;
  readonly files: Pick<Files, "input">;
  readonly signal: AbortSignal;
}

const addFile = (inputs: readonly InputFile[], file: InputFile): readonly InputFile[] =>
  inputs.some(({ name, source }) => name === file.name && source?.path === file.source?.path)
    ? inputs
    : [...inputs, file];

/** Applies the bindings in order. Each path is looked up in the graph as it was before the first binding. */
export async function applyBindings(
  start: BoundGraph,
  bindings: Params,
  { catalog, subgraphWidgets, graphPath, files, signal }: BindingContext,
): Promise<BoundGraph> {
  const lookup: GraphLookup = { graph: start.graph, catalog, subgraphWidgets };
  const findInputs = createFindInputs(lookup);
  const assignments: Assignment[] = [];
  let { inputs } = start;
  for (const [path, raw] of Object.entries(bindings)) {
    const targets = findInputs(path);
    const [first] = targets;
    if (first === undefined) continue;
    const spec = inputSpecOf(lookup, first);
    const existing = start.graph[first.node]?.inputs[first.input];
    let value: InputValue = parseInputValue(path, raw, spec, existing);
    const file = await findLocalFile(value, spec, graphPath, files, signal);
    if (file !== undefined) {
      value = file.name;
      inputs = addFile(inputs, file);
    }
    for (const target of targets) assignments.push({ target, value, setting: path });
  }
  return { ...setInputs(start, assignments), inputs };
}
