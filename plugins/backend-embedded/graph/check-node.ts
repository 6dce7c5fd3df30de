// Checks one node and, depth first, everything that it needs, the way the real server walks a graph. The walk keeps
// its own stack, so that a chain may be longer than the stack of the engine is deep.
import type { InputSpec, NodeSignature } from "../nodes/node.js";
import { checkLink } from "./check-link.js";
import { checkFile, checkValue, type InputError } from "./check-value.js";
import { expandedInputs } from "./dynamic-inputs.js";
import { specForm } from "./float-form.js";
import { isIn, memberOf } from "./python-access.js";
import { PythonError } from "./python.js";
import { CycleFault, faultError, type Check, type NodeVerdict } from "./verdict.js";

/** The check of one node: it asks for the verdicts of the nodes that it links to, one after the other. */
type Steps = Generator<string, NodeVerdict, NodeVerdict>;

/** How the check of a node ends. */
type Ended =
  | { readonly kind: "decided"; readonly verdict: NodeVerdict }
  | { readonly kind: "raised"; readonly error: unknown };

/** A node on the way from the root. */
interface Visit {
  readonly id: string;
  readonly steps: Steps;
}

const decided = (verdict: NodeVerdict): Ended => ({ kind: "decided", verdict });

/** Converts the literals in place. Throws a PythonError for links of this node itself that lead nowhere. */
export function checkNode(check: Check, root: string): NodeVerdict {
  const known = check.verdicts.get(root);
  if (known) return known;
  const ended = walk(check, root);
  if (ended.kind === "raised") throw ended.error;
  return ended.verdict;
}

/** From the root down to nodes whose verdict is known or that need no other, and back up with each verdict. */
function walk(check: Check, root: string): Ended {
  const way: Visit[] = [];
  const onWay = new Set<string>();
  const enter = (id: string): void => {
    way.push({ id, steps: stepsOf(check, id) });
    onWay.add(id);
  };
  enter(root);
  // What the last node on the way asked for; undefined when it has just been entered.
  let answer: Ended | undefined;
  for (;;) {
    const { id, steps } = way.at(-1) as Visit;
    const next = advance(steps, answer);
    if (next.kind === "needs") {
      const known = check.verdicts.get(next.source);
      if (onWay.has(next.source)) throw new CycleFault();
      if (!known) enter(next.source);
      answer = known && decided(known);
      continue;
    }
    if (next.kind === "decided") check.verdicts.set(id, next.verdict);
    way.pop();
    onWay.delete(id);
    if (way.length === 0) return next;
    answer = next;
  }
}

/** Runs a check until it needs the verdict of another node, or ends. */
function advance(
  steps: Steps,
  answer: Ended | undefined,
): Ended | { readonly kind: "needs"; readonly source: string } {
  try {
    const step = answer === undefined ? steps.next() : resumed(steps, answer);
    return step.done ? decided(step.value) : { kind: "needs", source: step.value };
  } catch (error) {
    return { kind: "raised", error };
  }
}

const resumed = (steps: Steps, answer: Ended): IteratorResult<string, NodeVerdict> =>
  answer.kind === "raised" ? steps.throw(answer.error) : steps.next(answer.verdict);

function* stepsOf(check: Check, id: string): Steps {
  const inputs = memberOf(check.nodes[id], "inputs");
  const signature = check.catalog.get(check.nodes[id]?.class_type ?? "")?.signature;
  const { required, optional } = expandedInputs(signature ?? {}, inputs);
  const results: NodeVerdict[] = [];
  for (const [name, spec] of Object.entries(required)) {
    if (isIn(name, inputs)) results.push(yield* checkInput(check, signature, inputs, name, spec));
    else results.push(missing(name, signature?.required ?? {}));
  }
  for (const [name, spec] of Object.entries(optional)) {
    if (isIn(name, inputs)) results.push(yield* checkInput(check, signature, inputs, name, spec));
  }
  const errors = results.flatMap((result) => result.errors);
  const more = errors.length === 0 && signature ? checkFiles(check, signature, inputs) : [];
  return {
    valid: more.length === 0 && results.every((result) => result.valid),
    errors: [...errors, ...more],
  };
}

/** Of an input that another one brings, the details name the last part only. */
const missing = (name: string, declared: NodeSignature["required"]): NodeVerdict => ({
  valid: false,
  errors: [
    {
      type: "required_input_missing",
      message: "Required input is missing",
      details: Object.hasOwn(declared, name) ? name : (name.split(".").at(-1) ?? name),
      extra_info: { input_name: name },
    },
  ],
});

function* checkInput(
  check: Check,
  signature: NodeSignature | undefined,
  inputs: unknown,
  name: string,
  spec: InputSpec,
): Steps {
  const value = memberOf(inputs, name);
  if (Array.isArray(value)) return yield* checkSource(check, value, name, spec);
  const isFile = Object.hasOwn(signature?.files ?? {}, name);
  const checked = checkValue(name, spec, value, { checkedByNode: isFile });
  if ("error" in checked) return { valid: false, errors: [checked.error] };
  (inputs as Record<string, unknown>)[name] = checked.value;
  return { valid: true, errors: [] };
}

function* checkSource(check: Check, link: readonly unknown[], name: string, spec: InputSpec): Steps {
  const error = checkLink(check, link, name, spec);
  if (error) return { valid: false, errors: [error] };
  const source = link[0] as string;
  try {
    return { valid: (yield source).valid, errors: [] };
  } catch (thrown) {
    if (!(thrown instanceof PythonError)) throw thrown;
    // Filed under the node with the bad link, although it names the input that led there.
    const about = { input_name: name, input_config: specForm(spec), exception_message: thrown.message };
    const title = "Exception when validating inner node";
    const fault = faultError("exception_during_inner_validation", title, thrown, about);
    const inner = { ...fault, extra_info: { ...fault.extra_info, linked_node: link } };
    check.verdicts.set(source, { valid: false, errors: [inner] });
    return { valid: false, errors: [] };
  }
}

/** Files that inputs name have to exist; links to names are looked at when they are known. */
function checkFiles(check: Check, { files = {} }: NodeSignature, inputs: unknown): InputError[] {
  return Object.keys(files).flatMap((name) => {
    const value = isIn(name, inputs) ? memberOf(inputs, name) : undefined;
    return typeof value === "string" ? (checkFile(name, value, check.folders) ?? []) : [];
  });
}
