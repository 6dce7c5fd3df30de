// Checks the inputs of one node against its class: those that count, those that are missing, and links that the class
// does not list.

import { linksOf, type GraphNode, type InputRows, type InputSpec, type NodeClass } from "@pictor/kernel";
import { activeInputs, isUncheckedChoice } from "./active-inputs.js";
import { checkInput, checkOutput, type CheckContext, type InputProblem } from "./check-input.js";
import type { Suggestions } from "./suggestions.js";

/**
 * Whether a graph has values for a dynamic input, under names such as `images.image0`. The server checks their number.
 */
const isGrown = ({ name }: InputSpec, node: GraphNode): boolean =>
  Object.keys(node.inputs).some((input) => input.startsWith(`${name}.`));

/** Returns the problem of a missing required input, with the misspelt name under which it may have been given. */
function checkMissing(
  { name }: InputSpec,
  node: GraphNode,
  known: NodeClass,
  suggestions: Suggestions,
): InputProblem {
  const given = Object.keys(node.inputs);
  const own = new Set(known.inputs.map((spec) => spec.name));
  const near = suggestions.near(name, () => given.filter((input) => !own.has(input)));
  const instead = near === "" ? "" : near.replace("Did you mean", "It was given").replace("?", ".");
  return ["it is missing", `The server applies no defaults.${instead}`];
}

/** The problem of an input that is not a field of a row, which the server refuses. */
function noField(name: string, { inputs, max }: InputRows): InputProblem {
  const fields = inputs.map((field) => field.name).join(", ");
  return ["it is not a field of a row", `Fields are ${name}.0 to ${name}.${max - 1}, each with ${fields}.`];
}

/** What the inputs of a node are checked against. */
export interface NodeContext extends CheckContext {
  /** The names of the files that the job will upload. */
  readonly uploads: ReadonlySet<unknown>;
}

/** The inputs of a node that are wrong. */
export function* checkNode(
  node: GraphNode,
  known: NodeClass,
  context: NodeContext,
): Generator<readonly [input: string, finding: InputProblem]> {
  const { uploads, suggestions } = context;
  const { inputs } = known;
  const checked = new Set<string>();
  for (const spec of activeInputs(inputs, node)) {
    checked.add(spec.name);
    const value = node.inputs[spec.name];
    // A file that the job will upload is not among the options of the input yet.
    if (uploads.has(value)) continue;
    const finding =
      value !== undefined
        ? checkInput(value, spec, context)
        : spec.required && !isUncheckedChoice(spec) && !isGrown(spec, node)
          ? checkMissing(spec, node, known, suggestions)
          : undefined;
    if (finding !== undefined) yield [spec.name, finding];
  }
  for (const { name, rows } of inputs) {
    if (rows === undefined) continue;
    const own = Object.keys(node.inputs).filter((input) => input.startsWith(`${name}.`));
    for (const input of own.filter((one) => !checked.has(one))) yield [input, noField(name, rows)];
  }
  for (const [input, link] of linksOf(node)) {
    const finding = checked.has(input) ? undefined : checkOutput(link, context);
    if (finding !== undefined) yield [input, finding];
  }
}
