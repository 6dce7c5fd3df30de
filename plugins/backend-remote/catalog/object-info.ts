// Parses the server's description of its node classes (`object_info`) into a catalog: pure.

import { asString, isRecord, recordOrEmpty, withClassEntry } from "@pictor/kernel/plugin";
import type { Catalog, InputSpec, NodeClass } from "@pictor/kernel/plugin";
import { itemsOf, type Fields } from "../base/json-fields.js";
import { inputsOf, typeOf } from "./input-spec.js";

/**
 * Parses a reply, which maps class names to descriptions. The inputs of a class are parsed when they are first read: a
 * server has a thousand classes, and a graph uses ten. A class with an unreadable description has no inputs.
 */
export const catalogOf = (objectInfo: unknown): Catalog =>
  new Map(
    Object.entries(recordOrEmpty(objectInfo)).map(([name, entry]) => [
      name,
      withClassEntry(nodeClassOf(name, recordOrEmpty(entry)), isRecord(entry) ? entry : undefined),
    ]),
  );

function nodeClassOf(name: string, entry: Fields): NodeClass {
  let inputs: readonly InputSpec[] | undefined;
  let outputs: readonly string[] | undefined;
  const title = asString(entry["display_name"]) ?? "";
  const module = asString(entry["python_module"]) ?? "";
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
    ...(entry["api_node"] === true ? { partner: true } : {}),
  };
}

/** Classes whose choices are defined in the graph editor: the server accepts any value and lists none. */
const classesWithEditorChoices = new Set(["CustomCombo"]);

/** All inputs except hidden ones, which the server fills in and a graph never contains. */
function allInputs(name: string, entry: Fields): readonly InputSpec[] {
  const { required, optional } = recordOrEmpty(entry["input"]);
  const order = recordOrEmpty(entry["input_order"]);
  const isExtension = asString(entry["python_module"])?.startsWith("custom_nodes.") === true;
  // Extensions may accept other names in their upload inputs, such as addresses.
  const inputs = [
    ...inputsOf(required, true, order["required"]),
    ...inputsOf(optional, false, order["optional"]),
  ].map(({ upload, ...input }) => (upload === true && !isExtension ? { ...input, upload } : input));
  return classesWithEditorChoices.has(name) ? inputs.map((input) => ({ ...input, lenient: true })) : inputs;
}
