// Checks one node and, depth first, all nodes that it needs, in the order of a real server. It uses an explicit stack instead of
// recursion, because a chain of nodes may be longer than the call stack allows.
import type { InputSpec } from "../node/input-spec.js";
import type { NodeSignature } from "../node/node.js";
import { checkLink } from "./check-link.js";
import { checkFile, checkValue, type InputError } from "./check-value.js";
import { expandedInputs } from "./dynamic-inputs.js";
import { jsonSpec } from "./json-form.js";
import { isIn, memberOf } from "../python/python-access.js";
import { typeName } from "../python/conversions.js";
import { PythonError } from "../python/python-error.js";
import { CycleError, exceptionError, type ValidationState, type NodeVerdict } from "./validation-context.js";

/** The check of one node as a generator: it yields the id of each source, and receives the verdict on that source. */
type Steps = Generator<string, NodeVerdict, NodeVerdict>;

type Outcome =
  | { readonly kind: "decided"; readonly verdict: NodeVerdict }
  | { readonly kind: "raised"; readonly error: unknown };

/** A node on the path from the root to the node that is being checked. */
interface Visit {
  readonly id: string;
  readonly steps: Steps;
}

const decided = (verdict: NodeVerdict): Outcome => ({ kind: "decided", verdict });

/** Checks a root and converts its literals in place. Throws a PythonError when a link of the root itself leads to no node. */
export function checkNode(state: ValidationState, root: string): NodeVerdict {
  const known = state.verdicts.get(root);
  if (known) return known;
  const ended = walk(state, root);
  if (ended.kind === "raised") throw ended.error;
  return ended.verdict;
}

function walk(state: ValidationState, root: string): Outcome {
  const path: Visit[] = [];
  const onPath = new Set<string>();
  const enter = (id: string): void => {
    path.push({ id, steps: stepsOf(state, id) });
    onPath.add(id);
  };
  enter(root);
  // The verdict for the last node of the path; undefined when that node has just been entered.
  let answer: Outcome | undefined;
  for (;;) {
    const { id, steps } = path.at(-1) as Visit;
    const next = advance(steps, answer);
    if (next.kind === "needs") {
      const known = state.verdicts.get(next.source);
      if (onPath.has(next.source)) throw new CycleError();
      if (!known) enter(next.source);
      answer = known && decided(known);
      continue;
    }
    if (next.kind === "decided") state.verdicts.set(id, next.verdict);
    path.pop();
    onPath.delete(id);
    if (path.length === 0) return next;
    answer = next;
  }
}

/** Continues a check until it needs the verdict on another node, or ends. */
function advance(
  steps: Steps,
  answer: Outcome | undefined,
): Outcome | { readonly kind: "needs"; readonly source: string } {
  try {
    const step = answer === undefined ? steps.next() : resumed(steps, answer);
    return step.done ? decided(step.value) : { kind: "needs", source: step.value };
  } catch (error) {
    return { kind: "raised", error };
  }
}

const resumed = (steps: Steps, answer: Outcome): IteratorResult<string, NodeVerdict> =>
  answer.kind === "raised" ? steps.throw(answer.error) : steps.next(answer.verdict);

function* stepsOf(state: ValidationState, id: string): Steps {
  const inputs = memberOf(state.nodes[id], "inputs");
  const signature = state.catalog.get(state.nodes[id]?.class_type ?? "")?.signature;
  const { required, optional } = expandedInputs(signature ?? {}, inputs);
  const results: NodeVerdict[] = [];
  for (const [name, spec] of Object.entries(required)) {
    if (isIn(name, inputs)) results.push(yield* checkInput(state, signature, inputs, name, spec));
    else results.push(missing(name, signature?.required ?? {}));
  }
  for (const [name, spec] of Object.entries(optional)) {
    if (isIn(name, inputs)) results.push(yield* checkInput(state, signature, inputs, name, spec));
  }
  const errors = results.flatMap((result) => result.errors);
  const more = signature ? checkFiles(state, signature, inputs) : [];
  return {
    valid: more.length === 0 && results.every((result) => result.valid),
    errors: [...errors, ...more],
  };
}

/** The details of the error contain only the last part of the name of an input that a dynamic combo or a list of inputs adds. */
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
  state: ValidationState,
  signature: NodeSignature | undefined,
  inputs: unknown,
  name: string,
  spec: InputSpec,
): Steps {
  const value = memberOf(inputs, name);
  if (Array.isArray(value)) return yield* checkSource(state, value, name, spec);
  const isFile = Object.hasOwn(signature?.files ?? {}, name);
  const checked = checkValue(name, spec, value, { checkedByNode: isFile });
  if ("error" in checked) return { valid: false, errors: [checked.error] };
  (inputs as Record<string, unknown>)[name] = checked.value;
  return { valid: true, errors: [] };
}

function* checkSource(
  state: ValidationState,
  link: readonly unknown[],
  name: string,
  spec: InputSpec,
): Steps {
  const error = checkLink(state, link, name, spec);
  if (error) return { valid: false, errors: [error] };
  const source = link[0] as string;
  try {
    return { valid: (yield source).valid, errors: [] };
  } catch (thrown) {
    if (!(thrown instanceof PythonError)) throw thrown;
    // As on real servers, the error is filed under the source but describes the input that links to it.
    const details = { input_name: name, input_config: jsonSpec(spec), exception_message: thrown.message };
    const title = "Exception when validating inner node";
    const reported = exceptionError("exception_during_inner_validation", title, thrown, details);
    const inner = { ...reported, extra_info: { ...reported.extra_info, linked_node: link } };
    state.verdicts.set(source, { valid: false, errors: [inner] });
    return { valid: false, errors: [] };
  }
}

/**
 * Checks that the files named by literal inputs exist. As on real servers, the files of a node with other problems are
 * checked too, and an input that is missing, linked or not a text raises the exception that the node's own check would
 * raise.
 */
function checkFiles(
  state: ValidationState,
  { name: nodeClass, files }: NodeSignature,
  inputs: unknown,
): InputError[] {
  return Object.keys(files).flatMap((name) => {
    if (!isIn(name, inputs)) {
      const message = `${nodeClass}.VALIDATE_INPUTS() missing 1 required positional argument: '${name}'`;
      throw new PythonError("TypeError", message);
    }
    const value = memberOf(inputs, name);
    if (typeof value === "string") return checkFile(name, value, state.folders) ?? [];
    const found = typeName(isLink(value) ? null : value);
    throw new PythonError("AttributeError", `'${found}' object has no attribute 'endswith'`);
  });
}

/**
 * Whether the server treats a value as a link when it calls the node's own check. The value behind a link is not known
 * before the run.
 */
const isLink = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === "string" &&
  ["number", "bigint", "boolean"].includes(typeof value[1]);
