// Checks one node and, depth first, everything that it needs, the way the real server walks a graph. The walk keeps
// its own stack, so that a chain may be longer than the stack of the engine is deep.
import type { InputSpec, NodeSignature } from "../nodes/node.js";
import { checkLink } from "./check-link.js";
import { checkFile, checkValue, type InputError } from "./check-value.js";
import { CycleFault, faultError, GraphFault, type Check, type NodeVerdict } from "./verdict.js";

/** The check of one node: it asks for the verdicts of the nodes that it links to, one after the other. */
type Steps = Generator<string, NodeVerdict, NodeVerdict>;

/** Converts the literals in place. Throws a GraphFault for links of this node itself that lead nowhere. */
export function checkNode(check: Check, root: string): NodeVerdict {
  const known = check.verdicts.get(root);
  if (known) return known;
  const stack = [{ id: root, steps: stepsOf(check, root) }];
  const path = new Set([root]);
  let resume = (steps: Steps): IteratorResult<string, NodeVerdict> => steps.next();
  for (;;) {
    const { id, steps } = stack.at(-1) as (typeof stack)[number];
    const leave = (): boolean => path.delete(id) && stack.pop() !== undefined && stack.length === 0;
    let step: IteratorResult<string, NodeVerdict>;
    try {
      step = resume(steps);
    } catch (error) {
      if (leave()) throw error;
      resume = (below) => below.throw(error);
      continue;
    }
    if (step.done) {
      const verdict = step.value;
      check.verdicts.set(id, verdict);
      if (leave()) return verdict;
      resume = (below) => below.next(verdict);
      continue;
    }
    const source = step.value;
    const answer = check.verdicts.get(source);
    if (answer) {
      resume = (same) => same.next(answer);
      continue;
    }
    // Meeting a node again on the way from the root is a cycle.
    if (path.has(source)) throw new CycleFault();
    path.add(source);
    stack.push({ id: source, steps: stepsOf(check, source) });
    resume = (next) => next.next();
  }
}

function* stepsOf(check: Check, id: string): Steps {
  const node = check.nodes[id];
  const inputs = node?.inputs;
  if (inputs === undefined) throw new GraphFault("KeyError", "'inputs'");
  const signature = check.catalog.get(node?.class_type ?? "")?.signature;
  const { required = {}, optional = {} } = signature ?? {};
  const results: NodeVerdict[] = [];
  for (const [name, spec] of Object.entries(required)) {
    if (name in inputs) results.push(yield* checkInput(check, id, inputs, name, spec));
    else results.push(missing(name));
  }
  for (const [name, spec] of Object.entries(optional)) {
    if (name in inputs) results.push(yield* checkInput(check, id, inputs, name, spec));
  }
  const errors = results.flatMap((result) => result.errors);
  const more = errors.length === 0 && signature ? checkFiles(check, signature, inputs) : [];
  return {
    valid: more.length === 0 && results.every((result) => result.valid),
    errors: [...errors, ...more],
  };
}

const missing = (name: string): NodeVerdict => ({
  valid: false,
  errors: [
    {
      type: "required_input_missing",
      message: "Required input is missing",
      details: name,
      extra_info: { input_name: name },
    },
  ],
});

function* checkInput(
  check: Check,
  id: string,
  inputs: Record<string, unknown>,
  name: string,
  spec: InputSpec,
): Steps {
  const value = inputs[name];
  if (Array.isArray(value)) return yield* checkSource(check, value, name, spec);
  const isFile = check.catalog.get(check.nodes[id]?.class_type ?? "")?.signature.files?.[name] !== undefined;
  const checked = checkValue(name, spec, value, { checkedByNode: isFile });
  if ("error" in checked) return { valid: false, errors: [checked.error] };
  inputs[name] = checked.value;
  return { valid: true, errors: [] };
}

function* checkSource(check: Check, link: readonly unknown[], name: string, spec: InputSpec): Steps {
  const error = checkLink(check, link, name, spec);
  if (error) return { valid: false, errors: [error] };
  const source = link[0] as string;
  try {
    return { valid: (yield source).valid, errors: [] };
  } catch (thrown) {
    if (!(thrown instanceof GraphFault)) throw thrown;
    // Filed under the node with the bad link, although it names the input that led there.
    const about = { input_name: name, input_config: spec, exception_message: thrown.message };
    const title = "Exception when validating inner node";
    const fault = faultError("exception_during_inner_validation", title, thrown, about);
    const inner = { ...fault, extra_info: { ...fault.extra_info, linked_node: link } };
    check.verdicts.set(source, { valid: false, errors: [inner] });
    return { valid: false, errors: [] };
  }
}

/** Files that inputs name have to exist; links to names are looked at when they are known. */
function checkFiles(check: Check, { files }: NodeSignature, inputs: Record<string, unknown>): InputError[] {
  return Object.keys(files ?? {}).flatMap((name) => {
    const value = inputs[name];
    return typeof value === "string" ? (checkFile(name, value, check.folders) ?? []) : [];
  });
}
