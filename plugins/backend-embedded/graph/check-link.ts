// Checks one link: its form, its source, and whether the type that comes out fits.
import type { InputSpec } from "../nodes/node.js";
import type { InputError } from "./check-value.js";
import { repr } from "./python.js";
import { GraphFault, type Check } from "./verdict.js";

/** The error that the server reports, if any. Throws a GraphFault for a source that does not exist. */
export function checkLink(
  check: Check,
  link: readonly unknown[],
  name: string,
  spec: InputSpec,
): InputError | undefined {
  const about = { input_name: name, input_config: spec };
  if (link.length !== 2) {
    const message = "Bad linked input, must be a length-2 list of [node_id, slot_index]";
    return {
      type: "bad_linked_input",
      message,
      details: name,
      extra_info: { ...about, received_value: link },
    };
  }
  const received = outputType(check, link[0], link[1]);
  if (fits(received, spec[0])) return undefined;
  const details = `${name}, received_type(${received}) mismatch input_type(${String(spec[0])})`;
  const extra_info = { ...about, received_type: received, linked_node: link };
  const message = "Return type mismatch between linked nodes";
  return { type: "return_type_mismatch", message, details, extra_info };
}

/** `*` fits everything; `A,B` fits where one of both does; a list of choices accepts no link. */
function fits(received: string, wanted: InputSpec[0]): boolean {
  if (typeof wanted !== "string") return false;
  if (received === wanted || received === "*" || wanted === "*") return true;
  const accepted = wanted.split(",");
  return received.split(",").some((type) => accepted.includes(type));
}

/** The type that comes out of a slot; ids are texts and slots are integers, as for the real server. */
function outputType(check: Check, source: unknown, slot: unknown): string {
  if (typeof source === "object" && source !== null) {
    throw new GraphFault("TypeError", `unhashable type: '${Array.isArray(source) ? "list" : "dict"}'`);
  }
  const node =
    typeof source === "string" && Object.hasOwn(check.nodes, source) ? check.nodes[source] : undefined;
  if (node === undefined) throw new GraphFault("KeyError", repr(source));
  const outputs = check.catalog.get(node.class_type ?? "")?.signature.outputs ?? [];
  const type = typeof slot === "number" ? outputs.at(slot) : undefined;
  if (type === undefined) throw new GraphFault("IndexError", "tuple index out of range");
  return type;
}
