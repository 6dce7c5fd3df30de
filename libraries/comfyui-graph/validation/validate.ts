// Validates a submitted graph as a real server does: which output nodes run, which are dropped, and why.
import { checkNode } from "./check-node.js";
import type { InputError } from "./check-value.js";
import type { Graph } from "../node/graph.js";
import { isIn, itemsOf, memberOf } from "../python/python-access.js";
import { toText, typeName } from "../python/conversions.js";
import { PythonError } from "../python/python-error.js";
import {
  CycleError,
  exceptionError,
  type NodeVerdict,
  type ValidationState,
  type ValidationContext,
  type SentNode,
} from "./validation-context.js";

export interface NodeErrors {
  readonly errors: readonly InputError[];
  readonly dependent_outputs: readonly string[];
  readonly class_type: string;
}

export interface PromptError {
  readonly type: string;
  readonly message: string;
  readonly details: string;
  readonly extra_info: Record<string, unknown>;
}

export type Validation =
  | {
      readonly kind: "accepted";
      readonly graph: Graph;
      readonly outputs: readonly string[];
      readonly nodeErrors: Record<string, NodeErrors>;
    }
  | {
      readonly kind: "refused";
      readonly error: PromptError;
      readonly nodeErrors: Record<string, NodeErrors>;
    };

/**
 * Checks the value of a submission's `prompt`. Converts literals in place, as real servers rewrite the queued graph.
 * `targets` is the value of `partial_execution_targets`; null means all outputs. Throws a PythonError when a real server
 * raises an exception and replies with status 500.
 */
export function validateGraph(
  prompt: unknown,
  context: ValidationContext,
  targets: unknown = null,
): Validation {
  const ids = itemsOf(prompt).map(String);
  const roots: string[] = [];
  for (const id of ids) {
    const node = memberOf(prompt, id);
    const problem = classProblem(node, context.catalog);
    if (problem !== undefined) return refused("invalid_prompt", problem, `Node ID '#${id}'`);
    const { class_type } = node as SentNode;
    const isOutput = context.catalog.get(class_type)?.signature.outputNode === true;
    if (isOutput && (targets === null || isIn(id, targets))) roots.push(id);
  }
  if (roots.length === 0) return refused("prompt_no_outputs", "Prompt has no outputs", "");
  return checkRoots({ ...context, nodes: prompt as ValidationState["nodes"], verdicts: new Map() }, roots);
}

/** The message for a node without a known class; undefined when the class is known. */
function classProblem(node: unknown, catalog: ValidationContext["catalog"]): string | undefined {
  if (!isIn("class_type", node)) return "Cannot execute because a node is missing the class_type property.";
  const name = memberOf(node, "class_type");
  if (typeof name === "string" && catalog.has(name)) return undefined;
  if (typeof name === "object" && name !== null) {
    throw new PythonError("TypeError", `unhashable type: '${typeName(name)}'`);
  }
  return `Cannot execute because node ${toText(name)} does not exist.`;
}

/**
 * The most output nodes whose errors a reply has. A real server lists each of them with each node that has an error: hundreds of
 * megabytes for ten thousand output nodes.
 */
const maxReported = 100;

function checkRoots(state: ValidationState, roots: readonly string[]): Validation {
  const outputs: string[] = [];
  const problems: string[] = [];
  let failed = 0;
  const found = new Map<string, NodeErrors & { readonly dependent_outputs: string[] }>();
  for (const root of roots) {
    const verdict = checkRoot(state, root);
    if (verdict.valid) {
      outputs.push(root);
      continue;
    }
    if (++failed > maxReported) continue;
    problems.push(...verdict.errors.map(({ message, details }) => `${message}: ${details}`));
    for (const [id, { errors }] of state.verdicts) {
      if (errors.length === 0) continue;
      const class_type = state.nodes[id]?.class_type ?? "";
      const entry = found.get(id) ?? { errors, dependent_outputs: [], class_type };
      entry.dependent_outputs.push(root);
      found.set(id, entry);
    }
  }
  const nodeErrors = Object.fromEntries(found);
  if (outputs.length > 0) return { kind: "accepted", graph: state.nodes as Graph, outputs, nodeErrors };
  const title = "Prompt outputs failed validation";
  return { ...refused("prompt_outputs_failed_validation", title, problems.join("\n")), nodeErrors };
}

function checkRoot(state: ValidationState, root: string): NodeVerdict {
  try {
    return checkNode(state, root);
  } catch (error) {
    if (error instanceof CycleError) return { valid: false, errors: [] };
    if (!(error instanceof PythonError)) throw error;
    const reported = exceptionError("exception_during_validation", "Exception when validating node", error);
    const verdict = { valid: false, errors: [reported] };
    state.verdicts.set(root, verdict);
    return verdict;
  }
}

function refused(type: string, message: string, details: string): Extract<Validation, { kind: "refused" }> {
  return { kind: "refused", error: { type, message, details, extra_info: {} }, nodeErrors: {} };
}
