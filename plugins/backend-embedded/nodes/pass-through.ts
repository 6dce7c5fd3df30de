// How a node class from outside runs: every output is the first input of its type, as it came.
import { expandedInputs } from "../graph/dynamic-inputs.js";
import type { ExtraClass } from "./extra-classes.js";
import type { Inputs, InputSpec, NodeDefinition, NodeSignature } from "./node.js";

const typeOf = (type: string | readonly string[]): string => (typeof type === "string" ? type : "COMBO");

export function passThrough(name: string, entry: ExtraClass): NodeDefinition {
  const { required = {}, optional = {}, hidden } = entry.input ?? {};
  const signature: NodeSignature = {
    name,
    displayName: entry.display_name ?? name,
    category: entry.category ?? "",
    pythonModule: entry.python_module,
    required,
    optional,
    ...(hidden && { hidden }),
    outputs: (entry.output ?? []).map(typeOf),
    ...(entry.output_name && { outputNames: entry.output_name }),
    outputNode: entry.output_node ?? false,
    olderForm: true,
    given: { ...entry },
  };
  return {
    signature,
    execute(inputs) {
      const expanded = expandedInputs({ required, optional }, inputs);
      const specs = Object.entries({ ...expanded.required, ...expanded.optional });
      const outputs = signature.outputs.map((type) => valueOf(name, type, specs, inputs));
      const [first] = outputs;
      if (first instanceof NoValue && outputs.every((value) => value instanceof NoValue)) throw first.error();
      return { outputs };
    },
  };
}

/** In place of an output for which there is nothing: the run fails where it is used. */
export class NoValue {
  readonly #message: string;
  constructor(name: string, type: string) {
    this.#message =
      `${name} was given no input of the type ${type}, so it has no such output: this server runs a class from ` +
      `outside by passing the first input of each output's type through.`;
  }
  error(): Error {
    return new Error(this.#message);
  }
}

/** An input that takes everything counts only where none is of the type. */
function valueOf(
  name: string,
  type: string,
  specs: readonly (readonly [string, InputSpec])[],
  inputs: Inputs,
): unknown {
  const first = (matches: (wanted: string) => boolean) =>
    specs.find(([input, [wanted]]) => Object.hasOwn(inputs, input) && matches(typeOf(wanted)));
  const found =
    first((wanted) => wanted.split(",").includes(type)) ??
    first((wanted) => wanted === "*") ??
    (type === "*" ? first(() => true) : undefined);
  return found === undefined ? new NoValue(name, type) : inputs[found[0]];
}
