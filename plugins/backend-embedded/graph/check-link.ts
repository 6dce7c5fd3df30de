// Checks one link: its form, its source, and whether the type that comes out fits.
import type { InputSpec } from "../nodes/node.js";
import type { InputError } from "./check-value.js";
import { specForm } from "./float-form.js";
import { PythonError, repr, typeName } from "./python.js";
import type { Check } from "./verdict.js";

/** The error that the server reports, if any. Throws a PythonError for a source that does not exist. */
export function checkLink(
  check: Check,
  link: readonly unknown[],
  name: string,
  spec: InputSpec,
): InputError | undefined {
  const about = { input_name: name, input_config: specForm(spec) };
  if (link.length !== 2) {
    const message = "Bad linked input, must be a length-2 list of [node_id, slot_index]";
    return {
      type: "bad_linked_input",
      message,
      details: name,
      extra_info: { ...about, received_value: link },
    };
  }
  const received = outputType(check, link);
  if (fits(received, spec[0])) return undefined;
  const details = `${name}, received_type(${received}) mismatch input_type(${String(spec[0])})`;
  const extra_info = { ...about, received_type: received, linked_node: link };
  const message = "Return type mismatch between linked nodes";
  return { type: "return_type_mismatch", message, details, extra_info };
}

/** A list of choices accepts no link; else one of the types on either side has to be among those of the other. */
function fits(received: string, wanted: InputSpec[0]): boolean {
  if (typeof wanted !== "string") return false;
  const [given, accepted] = [typesOf(received), typesOf(wanted)];
  return (
    [...given, ...accepted].some((type) => ANY.has(type)) || given.some((type) => accepted.includes(type))
  );
}

const typesOf = (union: string): readonly string[] => union.split(",").map((type) => type.trim());

/** Fit everything on the server; that those of one template agree is checked by front ends alone. */
const ANY = new Set(["*", "COMFY_MATCHTYPE_V3"]);

/** The type that comes out of a slot; ids are texts and slots are integers, as for the real server. */
function outputType(check: Check, link: readonly unknown[]): string {
  const [source, slot] = link;
  if (typeof source === "object" && source !== null) {
    throw new PythonError("TypeError", `unhashable type: '${typeName(source)}'`);
  }
  const node =
    typeof source === "string" && Object.hasOwn(check.nodes, source) ? check.nodes[source] : undefined;
  if (node === undefined) throw new PythonError("KeyError", repr(source));
  const outputs = check.catalog.get(node.class_type)?.signature.outputs ?? [];
  const type = outputs.at(slotNumber(slot, check.floats?.has(link) === true));
  if (type === undefined) throw new PythonError("IndexError", "tuple index out of range");
  return type;
}

/** In Python a truth value is an integer. */
function slotNumber(slot: unknown, isFloat: boolean): number {
  const kind = isFloat ? "float" : typeName(slot);
  if (kind !== "int" && kind !== "bool") {
    throw new PythonError("TypeError", `tuple indices must be integers or slices, not ${kind}`);
  }
  if (typeof slot === "bigint" && BigInt.asIntN(64, slot) !== slot) {
    throw new PythonError("IndexError", "cannot fit 'int' into an index-sized integer");
  }
  return Number(slot);
}
