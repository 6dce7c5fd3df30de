// Marks values that are floats in Python, so that JSON shows whole ones with a fraction (`1.0`).
import { isRecord } from "@pictor/kernel/plugin";
import { float } from "../json/write-json.js";
import type { InputSpec } from "../node/input-spec.js";
import type { NodeDefinition } from "../node/node.js";
import type { Graph } from "../node/graph.js";

const asFloat = (value: unknown): unknown => (typeof value === "number" ? float(value) : value);

const mapped = <To>(
  members: Readonly<Record<string, unknown>>,
  write: (value: unknown, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, write(value, name)]));

/** The specification of an input as JSON shows it: default, range and step of a FLOAT are floats. */
export function jsonSpec(spec: InputSpec): InputSpec {
  const [type, options] = spec;
  return type === "FLOAT" && options !== undefined ? [type, mapped(options, asFloat)] : spec;
}

/** A converted value of an input as JSON shows it. */
export const jsonValue = ([type]: InputSpec, value: unknown): unknown =>
  type === "FLOAT" ? asFloat(value) : value;

/** An accepted graph as the queue, the history and image files show it. */
export function jsonGraph(graph: Graph, catalog: ReadonlyMap<string, NodeDefinition>): unknown {
  const jsonInputs = (classType: string, inputs: Readonly<Record<string, unknown>>): unknown => {
    const { required, optional } = catalog.get(classType)?.signature ?? {};
    const specs = new Map(Object.entries({ ...optional, ...required }));
    return mapped(inputs, (value, name) => {
      const spec = specs.get(name);
      return spec === undefined ? value : jsonValue(spec, value);
    });
  };
  return mapped(graph, (node) => {
    // Validation ignores nodes that no output node needs, so they may be malformed.
    if (!isRecord(node) || !isRecord(node["inputs"])) return node;
    return { ...node, inputs: jsonInputs(String(node["class_type"]), node["inputs"]) };
  });
}
