// `NODE.INPUT` to value: each put where it is meant, as the input takes it.

import type { Files, InputFile, InputValue, Params } from "@pictor/kernel/plugin";
import type { ShownField } from "../convert/types.js";
import { localFile } from "./files.js";
import { findInput } from "./find.js";
import { typedValue } from "./typed.js";
import { specAt, withValue, type Bound, type Names } from "./types.js";

/** What a graph is bound with. */
export interface Binding {
  /** Path of the graph's file: other paths start at its folder. */
  readonly file: string;
  readonly catalog: Names["catalog"];
  readonly shown: readonly ShownField[];
  readonly files: Pick<Files, "input">;
  readonly signal: AbortSignal;
}

const withFile = (inputs: readonly InputFile[], file: InputFile): readonly InputFile[] =>
  inputs.includes(file) ? inputs : [...inputs, file];

/** In the order given; names are looked up in the graph as it came. */
export async function withBindings(start: Bound, bindings: Params, binding: Binding): Promise<Bound> {
  const { catalog, shown, file: graphFile, files, signal } = binding;
  const names: Names = { graph: start.graph, catalog, shown };
  let bound = start;
  for (const [path, given] of Object.entries(bindings)) {
    const places = findInput(path, names);
    const [first] = places;
    if (first === undefined) continue;
    const spec = specAt(names, first);
    const present = start.graph[first.node]?.inputs[first.input];
    let value: InputValue = typedValue(path, given, spec, present);
    const file = await localFile(value, spec, graphFile, files, signal);
    if (file !== undefined) {
      value = file.name;
      bound = { ...bound, inputs: withFile(bound.inputs, file) };
    }
    bound = withValue(bound, places, value, path);
  }
  return bound;
}
