// What the check of a node says, and the faults that stand for exceptions of the real server.
import type { NodeDefinition, NodeFolders } from "../nodes/node.js";
import type { InputError } from "./check-value.js";
import type { GraphNode } from "./graph.js";

export interface NodeVerdict {
  readonly valid: boolean;
  readonly errors: readonly InputError[];
}

/** What graphs are checked against. */
export interface Offer {
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  readonly folders: NodeFolders;
}

/** What one validation shares: the nodes as sent, the known classes, and the verdicts so far. */
export interface Check extends Offer {
  readonly nodes: Readonly<Record<string, Partial<GraphNode>>>;
  readonly verdicts: Map<string, NodeVerdict>;
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
