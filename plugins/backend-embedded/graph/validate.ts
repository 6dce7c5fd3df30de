// Decides about a submitted graph: which outputs run, which are dropped, and the bodies that say why.
import { checkNode } from "./check-node.js";
import type { InputError } from "./check-value.js";
import type { Graph } from "./graph.js";
import { isIn, itemsOf, memberOf } from "./python-access.js";
import { PythonError, toText, typeName } from "./python.js";
import {
  CycleFault,
  faultError,
  type Check,
  type NodeVerdict,
  type Offer,
  type SentNode,
} from "./verdict.js";

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
 * Checks the value of `prompt`. Literals are converted in place, as the real server rewrites the queued graph. `targets`
 * is the value of `partial_execution_targets`; null is the same as none. Throws (HTTP 500) where the real server does.
 */
export function validateGraph(prompt: unknown, offer: Offer, targets: unknown = null): Validation {
  const ids = itemsOf(prompt).map(String);
  const roots: string[] = [];
  for (const id of ids) {
    const node = memberOf(prompt, id);
    const complaint = classComplaint(node, offer.catalog);
    if (complaint !== undefined) return refused("invalid_prompt", complaint, `Node ID '#${id}'`);
    const { class_type } = node as SentNode;
    const isOutput = offer.catalog.get(class_type)?.signature.outputNode === true;
    if (isOutput && (targets === null || isIn(id, targets))) roots.push(id);
  }
  if (roots.length === 0) return refused("prompt_no_outputs", "Prompt has no outputs", "");
  return checkRoots({ ...offer, nodes: prompt as Check["nodes"], verdicts: new Map() }, roots);
}

/** Undefined for a node of a known class. */
function classComplaint(node: unknown, catalog: Offer["catalog"]): string | undefined {
  if (!isIn("class_type", node)) return "Cannot execute because a node is missing the class_type property.";
  const name = memberOf(node, "class_type");
  if (typeof name === "string" && catalog.has(name)) return undefined;
  if (typeof name === "object" && name !== null) {
    throw new PythonError("TypeError", `unhashable type: '${typeName(name)}'`);
  }
  return `Cannot execute because node ${toText(name)} does not exist.`;
}

function checkRoots(check: Check, roots: readonly string[]): Validation {
  const outputs: string[] = [];
  const complaints: string[] = [];
  const found = new Map<string, NodeErrors & { readonly dependent_outputs: string[] }>();
  for (const root of roots) {
    const verdict = checkRoot(check, root);
    if (verdict.valid) {
      outputs.push(root);
      continue;
    }
    complaints.push(...verdict.errors.map(({ message, details }) => `${message}: ${details}`));
    for (const [id, { errors }] of check.verdicts) {
      if (errors.length === 0) continue;
      const class_type = check.nodes[id]?.class_type ?? "";
      const entry = found.get(id) ?? { errors, dependent_outputs: [], class_type };
      entry.dependent_outputs.push(root);
      found.set(id, entry);
    }
  }
  const nodeErrors = Object.fromEntries(found);
  if (outputs.length > 0) return { kind: "accepted", graph: check.nodes as Graph, outputs, nodeErrors };
  const title = "Prompt outputs failed validation";
  return { ...refused("prompt_outputs_failed_validation", title, complaints.join("\n")), nodeErrors };
}

function checkRoot(check: Check, root: string): NodeVerdict {
  try {
    return checkNode(check, root);
  } catch (error) {
    if (error instanceof CycleFault) return { valid: false, errors: [] };
    if (!(error instanceof PythonError)) throw error;
    const fault = faultError("exception_during_validation", "Exception when validating node", error);
    const verdict = { valid: false, errors: [fault] };
    check.verdicts.set(root, verdict);
    return verdict;
  }
}

function refused(type: string, message: string, details: string): Extract<Validation, { kind: "refused" }> {
  return { kind: "refused", error: { type, message, details, extra_info: {} }, nodeErrors: {} };
}
