// Decides about a submitted graph: which outputs run, which are dropped, and the bodies that say why.
import { isObject } from "../json.js";
import { checkNode } from "./check-node.js";
import type { InputError } from "./check-value.js";
import type { Graph, GraphNode } from "./graph.js";
import { toText } from "./python.js";
import { CycleFault, faultError, GraphFault, type Check, type NodeVerdict, type Offer } from "./verdict.js";

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
 * Checks the value of `prompt`. Literals are converted in place, as the real server rewrites the queued graph.
 * Throws (HTTP 500) where the real server does: the graph or one of its nodes is not an object.
 */
export function validateGraph(prompt: unknown, offer: Offer, targets?: readonly string[]): Validation {
  const { catalog } = offer;
  if (!isObject(prompt)) throw new TypeError("The graph is not an object");
  const nodes = prompt as Record<string, Partial<GraphNode>>;
  const roots: string[] = [];
  for (const [id, node] of Object.entries(nodes)) {
    if (!isObject(node)) throw new TypeError(`Node ${id} is not an object`);
    const complaint = classComplaint(node.class_type, catalog);
    if (complaint !== undefined) return refused("invalid_prompt", complaint, `Node ID '#${id}'`);
    const output = catalog.get(node.class_type ?? "")?.signature.outputNode === true;
    if (output && (targets === undefined || targets.includes(id))) roots.push(id);
  }
  if (roots.length === 0) return refused("prompt_no_outputs", "Prompt has no outputs", "");
  return checkRoots({ ...offer, nodes, verdicts: new Map() }, roots);
}

function classComplaint(name: unknown, catalog: Offer["catalog"]): string | undefined {
  if (name === undefined) return "Cannot execute because a node is missing the class_type property.";
  if (typeof name === "string" && catalog.has(name)) return undefined;
  return `Cannot execute because node ${toText(name)} does not exist.`;
}

function checkRoots(check: Check, roots: readonly string[]): Validation {
  const outputs: string[] = [];
  const complaints: string[] = [];
  const nodeErrors: Record<
    string,
    { errors: readonly InputError[]; dependent_outputs: string[]; class_type: string }
  > = {};
  for (const root of roots) {
    const verdict = checkRoot(check, root);
    if (verdict.valid) {
      outputs.push(root);
      continue;
    }
    complaints.push(...verdict.errors.map(({ message, details }) => `${message}: ${details}`));
    for (const [id, { errors }] of check.verdicts) {
      if (errors.length === 0) continue;
      nodeErrors[id] ??= { errors, dependent_outputs: [], class_type: check.nodes[id]?.class_type ?? "" };
      nodeErrors[id].dependent_outputs.push(root);
    }
  }
  if (outputs.length > 0) return { kind: "accepted", graph: check.nodes as Graph, outputs, nodeErrors };
  const title = "Prompt outputs failed validation";
  return { ...refused("prompt_outputs_failed_validation", title, complaints.join("\n")), nodeErrors };
}

function checkRoot(check: Check, root: string): NodeVerdict {
  try {
    return checkNode(check, root);
  } catch (error) {
    if (error instanceof CycleFault) return { valid: false, errors: [] };
    if (!(error instanceof GraphFault)) throw error;
    const fault = faultError("exception_during_validation", "Exception when validating node", error);
    const verdict = { valid: false, errors: [fault] };
    check.verdicts.set(root, verdict);
    return verdict;
  }
}

function refused(type: string, message: string, details: string): Extract<Validation, { kind: "refused" }> {
  return { kind: "refused", error: { type, message, details, extra_info: {} }, nodeErrors: {} };
}
