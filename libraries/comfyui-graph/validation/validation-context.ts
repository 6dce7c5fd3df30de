// The input and the state of a validation, and the reported form of Python exceptions.
import type { NodeDefinition, NodeFolders } from "../node/node.js";
import type { InputError } from "./check-value.js";
import type { PythonError } from "../python/python-error.js";

export interface NodeVerdict {
  readonly valid: boolean;
  readonly errors: readonly InputError[];
}

/** The node classes and the folders that a graph is checked against. */
export interface ValidationContext {
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  readonly folders: NodeFolders;
}

/** A submitted node of a known class. Its inputs may have any form. */
export interface SentNode {
  readonly class_type: string;
  readonly inputs?: unknown;
}

/** The state of one validation: the submitted nodes, and the verdicts so far by node id. */
export interface ValidationState extends ValidationContext {
  readonly nodes: Readonly<Record<string, SentNode>>;
  readonly verdicts: Map<string, NodeVerdict>;
}

/** The error for a graph with a cycle. Real servers up to 0.8 refuse such a graph without an explanation. */
export class CycleError extends Error {}

/** The reported form of a Python exception. The traceback is empty, because no Python code runs here. */
export function exceptionError(
  type: string,
  message: string,
  error: PythonError,
  details: object = {},
): InputError {
  const extra_info = { ...details, exception_type: error.name, traceback: [] };
  return { type, message, details: error.message, extra_info };
}
