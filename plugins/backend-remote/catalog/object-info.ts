// From the server's description of its node classes (`object_info`) to the catalogue: pure.

import type { Catalog, InputSpec, NodeClass } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf } from "../fields.js";
import type { Fields } from "../fields.js";
import { inputsOf, typeOf } from "./input-spec.js";

/**
 * Reads a whole reply: class name to description. A class is looked into when it is first asked for, as a server has a
 * thousand and a graph uses ten; one whose description is unreadable keeps no inputs.
 */
export const catalogOf = (objectInfo: unknown): Catalog =>
  new Map(
    Object.entries(fieldsOf(objectInfo)).map(([name, entry]) => [name, nodeClassOf(name, fieldsOf(entry))]),
  );

function nodeClassOf(name: string, entry: Fields): NodeClass {
  let inputs: readonly InputSpec[] | undefined;
  let outputs: readonly string[] | undefined;
  const title = textOf(entry["display_name"]) ?? "";
  const module = textOf(entry["python_module"]) ?? "";
  return {
    name,
    ...(title === "" || title === name ? {} : { title }),
    get inputs() {
      return (inputs ??= allInputs(name, entry));
    },
    get outputs() {
      return (outputs ??= itemsOf(entry["output"]).map(typeOf));
    },
    ...(module === "" ? {} : { module }),
    isOutput: entry["output_node"] === true,
  };
}

/** Classes whose choices the person makes up in the graph editor: the server takes any, and lists none. */
const madeUp = new Set(["CustomCombo"]);

/** The hidden ones are the server's own, and never sent. */
function allInputs(name: string, entry: Fields): readonly InputSpec[] {
  const { required, optional } = fieldsOf(entry["input"]);
  const inputs = [...inputsOf(required, true), ...inputsOf(optional, false)];
  return madeUp.has(name) ? inputs.map((input) => ({ ...input, lenient: true })) : inputs;
}
