// The catalog of a server: all its node classes by name, with those that are known only by their `/object_info` entry.

import {
  type NodeDefinition,
  type NodeLibrary,
  expandedInputs,
  NoValue,
  signatureOf,
  typeOf,
  type ClassEntry,
  type Inputs,
  type InputSpec,
} from "@pictor/comfyui-graph";
import type { ExtraClasses } from "./extra-classes.js";

export function passThroughNode(name: string, entry: ClassEntry): NodeDefinition {
  const signature = signatureOf(name, entry);
  return {
    signature,
    execute(inputs) {
      const expanded = expandedInputs(signature, inputs);
      const specs = Object.entries({ ...expanded.required, ...expanded.optional });
      const outputs = signature.outputs.map((type) => outputValue(name, type, specs, inputs));
      const [first] = outputs;
      if (first instanceof NoValue && outputs.every((value) => value instanceof NoValue)) throw first.error();
      return { outputs };
    },
  };
}

/**
 * Returns the value of the first input that has the type of the output, else of the first that accepts every type
 * (`*`). An output of type `*` takes the first input of any type.
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

export type Catalog = ReadonlyMap<string, NodeDefinition>;

export function catalogOf(nodes: NodeLibrary | undefined, classes: ExtraClasses = {}): Catalog {
  const extra = Object.entries(classes).map(([name, entry]) => [name, passThroughNode(name, entry)] as const);
  return new Map([...(nodes?.classes ?? []), ...extra]);
}
