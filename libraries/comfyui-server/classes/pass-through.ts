// Runs a node class that is known only by its `/object_info` entry: each output is the first input of its type.
import {
  expandedInputs,
  NoValue,
  type Inputs,
  type InputSpec,
  type NodeDefinition,
  type NodeSignature,
} from "@pictor/comfyui-graph";
import type { ExtraClass } from "./extra-classes.js";

const typeOf = (type: string | readonly string[]): string => (typeof type === "string" ? type : "COMBO");

export function passThroughNode(name: string, entry: ExtraClass): NodeDefinition {
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
    ...(entry.output_name && { outputNames: entry.output_name.map(typeOf) }),
    outputNode: entry.output_node ?? false,
    olderForm: true,
    publishedMembers: { ...entry },
  };
  return {
    signature,
    execute(inputs) {
      const expanded = expandedInputs({ required, optional }, inputs);
      const specs = Object.entries({ ...expanded.required, ...expanded.optional });
      const outputs = signature.outputs.map((type) => outputValue(name, type, specs, inputs));
      const [first] = outputs;
      if (first instanceof NoValue && outputs.every((value) => value instanceof NoValue)) throw first.error();
      return { outputs };
    },
  };
}

/**
 * Returns the value of the first input that has the type of the output, else of the first that accepts every type (`*`). An output of type
 * `*` takes the first input of any type.
 */
function outputValue(
  name: string,
  type: string,
  specs: readonly (readonly [string, InputSpec])[],
  inputs: Inputs,
): unknown {
  const first = (matches: (inputType: string) => boolean) =>
    specs.find(([input, [inputType]]) => Object.hasOwn(inputs, input) && matches(typeOf(inputType)));
  const source =
    first((inputType) => inputType.split(",").includes(type)) ??
    first((inputType) => inputType === "*") ??
    (type === "*" ? first(() => true) : undefined);
  if (source !== undefined) return inputs[source[0]];
  return new NoValue(
    `${name} has no value for its output of type ${type}: this server does not run the code of ${name}, it passes ` +
      `the first input of each output's type through, and ${name} received no input of type ${type}.`,
  );
}
