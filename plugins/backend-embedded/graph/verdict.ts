// What the check of a node says, and the form of the exceptions that the real server meets in a malformed graph.
import type { NodeDefinition, NodeFolders } from "../nodes/node.js";
import type { InputError } from "./check-value.js";
import type { PythonError } from "./python.js";

export interface NodeVerdict {
  readonly valid: boolean;
  readonly errors: readonly InputError[];
}

/** What graphs are checked against. */
export interface Offer {
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  readonly folders: NodeFolders;
  /** Links whose slot was written as a float, although it is a whole number. */
  readonly floats?: Pick<WeakSet<object>, "has">;
}

/** A node as it was sent: its class is known, its inputs may be anything. */
export interface SentNode {
  readonly class_type: string;
  readonly inputs?: unknown;
}

/** What one validation shares: the nodes as sent, the known classes, and the verdicts so far. */
export interface Check extends Offer {
  readonly nodes: Readonly<Record<string, SentNode>>;
  readonly verdicts: Map<string, NodeVerdict>;
}

/** A cycle ends the check of its root without any explanation, as in real servers up to 0.8. */
export class CycleFault extends Error {}

/** The reported form of an exception. No traceback lines: there is no Python here to take them from. */
export function faultError(
  type: string,
  message: string,
  fault: PythonError,
  before: object = {},
): InputError {
  const extra_info = { ...before, exception_type: fault.name, traceback: [] };
  return { type, message, details: fault.message, extra_info };
}
