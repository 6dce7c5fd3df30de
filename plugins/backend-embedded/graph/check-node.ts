// Checks one node and, depth first, everything that it needs, the way the real server walks a graph.
import type { InputSpec, NodeDefinition } from "../nodes/node.js";
import { checkValue, type InputError } from "./check-value.js";
import type { GraphNode } from "./graph.js";
import { repr } from "./python.js";

export interface NodeVerdict {
  readonly valid: boolean;
  readonly errors: readonly InputError[];
}

/** What one validation shares: the nodes as sent, the known classes, and the verdicts so far. */
export interface Check {
  readonly nodes: Readonly<Record<string, Partial<GraphNode>>>;
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  readonly verdicts: Map<string, NodeVerdict>;
  /** Nodes on the way from the root; meeting one of them again is a cycle. */
  readonly path: Set<string>;
}

/** Stands for the exceptions that the real server meets in a malformed graph; the name is Python's. */
export class GraphFault extends Error {
  readonly exceptionType: string;
  constructor(exceptionType: string, message: string) {
    super(message);
    this.exceptionType = exceptionType;
  }
}

/** A cycle ends the check of its root without any explanation, as in real servers up to 0.8. */
export class CycleFault extends Error {}

/** Converts the literals of the node in place. Throws a GraphFault for links that lead nowhere. */
export function checkNode(check: Check, id: string): NodeVerdict {
  const known = check.verdicts.get(id);
  if (known) return known;
  if (check.path.has(id)) throw new CycleFault();
  const node = check.nodes[id];
  const inputs = node?.inputs;
  if (inputs === undefined) throw new GraphFault("KeyError", "'inputs'");
  check.path.add(id);
  const required = check.catalog.get(node?.class_type ?? "")?.signature.required ?? {};
  const results = Object.entries(required).map(([name, spec]) => checkInput(check, id, inputs, name, spec));
  check.path.delete(id);
  const errors = results.flatMap((result) => result.errors);
  const verdict = { valid: results.every((result) => result.valid), errors };
  check.verdicts.set(id, verdict);
  return verdict;
}

function checkInput(
  check: Check,
  id: string,
  inputs: Record<string, unknown>,
  name: string,
  spec: InputSpec,
): NodeVerdict {
  const value = inputs[name];
  if (!(name in inputs)) {
    return invalid("required_input_missing", "Required input is missing", name, { input_name: name });
  }
  if (Array.isArray(value)) return checkLink(check, id, value, name, spec);
  const checked = checkValue(name, spec, value);
  if ("error" in checked) return { valid: false, errors: [checked.error] };
  inputs[name] = checked.value;
  return { valid: true, errors: [] };
}

function checkLink(
  check: Check,
  id: string,
  link: readonly unknown[],
  name: string,
  spec: InputSpec,
): NodeVerdict {
  const about = { input_name: name, input_config: spec };
  if (link.length !== 2) {
    const message = "Bad linked input, must be a length-2 list of [node_id, slot_index]";
    return invalid("bad_linked_input", message, name, { ...about, received_value: link });
  }
  const received = outputType(check, link[0], link[1]);
  if (received !== spec[0]) {
    const details = `${name}, received_type(${received}) mismatch input_type(${String(spec[0])})`;
    const extra = { ...about, received_type: received, linked_node: link };
    return invalid("return_type_mismatch", "Return type mismatch between linked nodes", details, extra);
  }
  const source = link[0] as string;
  try {
    return { valid: checkNode(check, source).valid, errors: [] };
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    check.path.delete(source);
    const fault = faultError(
      "exception_during_inner_validation",
      "Exception when validating inner node",
      error,
      {
        ...about,
        exception_message: error.message,
      },
    );
    const extra_info = { ...fault.extra_info, linked_node: link };
    check.verdicts.set(source, { valid: false, errors: [{ ...fault, extra_info }] });
    return { valid: false, errors: [] };
  }
}

/** The type that comes out of a slot; ids are texts and slots are integers, as for the real server. */
function outputType(check: Check, source: unknown, slot: unknown): string {
  const node = typeof source === "string" ? check.nodes[source] : undefined;
  if (node === undefined) throw new GraphFault("KeyError", repr(source));
  const outputs = check.catalog.get(node.class_type ?? "")?.signature.outputs ?? [];
  const type = typeof slot === "number" ? outputs.at(slot) : undefined;
  if (type === undefined) throw new GraphFault("IndexError", "tuple index out of range");
  return type;
}

/** The reported form of an exception. No traceback lines: there is no Python here to take them from. */
export function faultError(
  type: string,
  message: string,
  fault: GraphFault,
  before: object = {},
): InputError {
  const extra_info = { ...before, exception_type: fault.exceptionType, traceback: [] };
  return { type, message, details: fault.message, extra_info };
}

function invalid(
  type: string,
  message: string,
  details: string,
  extra_info: InputError["extra_info"],
): NodeVerdict {
  return { valid: false, errors: [{ type, message, details, extra_info }] };
}
