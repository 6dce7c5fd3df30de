// What Python holds as a float is written with a fraction, which readers in typed languages can tell from an integer.
import { float, isObject } from "../json.js";
import type { InputSpec, NodeDefinition } from "../nodes/node.js";
import type { Graph } from "./graph.js";

const written = (value: unknown): unknown => (typeof value === "number" ? float(value) : value);

const mapped = <To>(
  members: Readonly<Record<string, unknown>>,
  write: (value: unknown, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, write(value, name)]));

/** The published form of an input: default, range and step of a FLOAT are floats. */
export function specForm(spec: InputSpec): InputSpec {
  const [type, options] = spec;
  return type === "FLOAT" && options !== undefined ? [type, mapped(options, written)] : spec;
}

/** A value that was converted for an input. */
export const valueForm = ([type]: InputSpec, value: unknown): unknown =>
  type === "FLOAT" ? written(value) : value;

/** An accepted graph as the queue, the history and pictures show it. Nodes that no output needs may lack inputs. */
export function graphForm(graph: Graph, catalog: ReadonlyMap<string, NodeDefinition>): unknown {
  const inputsForm = (classType: string, inputs: Readonly<Record<string, unknown>>): unknown => {
    const { required, optional } = catalog.get(classType)?.signature ?? {};
    const specs = new Map(Object.entries({ ...optional, ...required }));
    return mapped(inputs, (value, name) => {
      const spec = specs.get(name);
      return spec === undefined ? value : valueForm(spec, value);
    });
  };
  return mapped(graph, (node) => {
    if (!isObject(node) || !isObject(node["inputs"])) return node;
    return { ...node, inputs: inputsForm(String(node["class_type"]), node["inputs"]) };
  });
}
