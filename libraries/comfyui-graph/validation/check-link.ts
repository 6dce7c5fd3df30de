// Checks one link: its form, its source, and the type of the linked output.
import type { InputSpec } from "../node/input-spec.js";
import type { InputError } from "./check-value.js";
import { jsonSpec } from "./json-form.js";
import { repr, typeName } from "../python/conversions.js";
import { PythonError } from "../python/python-error.js";
import type { ValidationState } from "./validation-context.js";

/** Returns the reported error, if any. Throws a PythonError for a source that does not exist. */
export function checkLink(
  state: ValidationState,
  link: readonly unknown[],
  name: string,
  spec: InputSpec,
): InputError | undefined {
  const input = { input_name: name, input_config: jsonSpec(spec) };
  if (link.length !== 2) {
    const message = "Bad linked input, must be a length-2 list of [node_id, slot_index]";
    return {
      type: "bad_linked_input",
      message,
      details: name,
      extra_info: { ...input, received_value: link },
    };
  }
  const received = outputType(state, link);
  if (fits(received, spec[0])) return undefined;
  const details = `${name}, received_type(${received}) mismatch input_type(${String(spec[0])})`;
  const extra_info = { ...input, received_type: received, linked_node: link };
  const message = "Return type mismatch between linked nodes";
  return { type: "return_type_mismatch", message, details, extra_info };
}

/**
 * An input with a list of choices accepts no link. For any other input, the type of the linked output and the type of
 * the input need one type in common.
 */
function fits(received: string, wanted: InputSpec[0]): boolean {
  if (typeof wanted !== "string") return false;
  const [offered, accepted] = [typesOf(received), typesOf(wanted)];
  return (
    [...offered, ...accepted].some((type) => WILDCARDS.has(type)) ||
    offered.some((type) => accepted.includes(type))
  );
}

const typesOf = (union: string): readonly string[] => union.split(",").map((type) => type.trim());

/** Types that match every type. Only front ends check that all inputs of a match template have the same type. */
const WILDCARDS = new Set(["*", "COMFY_MATCHTYPE_V3"]);

/** The type of the linked output. Throws the PythonError of a real server for a source or a slot that does not exist. */
function outputType(state: ValidationState, link: readonly unknown[]): string {
  const [source, slot] = link;
  if (typeof source === "object" && source !== null) {
    throw new PythonError("TypeError", `unhashable type: '${typeName(source)}'`);
  }
  const node =
    typeof source === "string" && Object.hasOwn(state.nodes, source) ? state.nodes[source] : undefined;
  if (node === undefined) throw new PythonError("KeyError", repr(source));
  const outputs = state.catalog.get(node.class_type)?.signature.outputs ?? [];
  const type = outputs.at(slotNumber(slot));
  if (type === undefined) throw new PythonError("IndexError", "tuple index out of range");
  return type;
}

/** A slot may be a boolean, because in Python a boolean is an integer. */
function slotNumber(slot: unknown): number {
  const kind = typeName(slot);
  if (kind !== "int" && kind !== "bool") {
    throw new PythonError("TypeError", `tuple indices must be integers or slices, not ${kind}`);
  }
  if (typeof slot === "bigint" && BigInt.asIntN(64, slot) !== slot) {
    throw new PythonError("IndexError", "cannot fit 'int' into an index-sized integer");
  }
  return Number(slot);
}
