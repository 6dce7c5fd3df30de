// The inputs of a class that count for one node: of inputs that add others, only those of the chosen value, or of a link. Pure.

import { rowInputs, type GraphNode, type InputSpec, type InputValue } from "@pictor/kernel";
import { isSameChoice } from "./literal-values.js";

const isPartOf = (choices: readonly InputSpec[], { name }: InputSpec): boolean =>
  choices.some((choice) => name.startsWith(`${choice.name}.`));

/**
 * The server does not check a choice that adds inputs: it leaves out one that is missing or linked, or has a value that is
 * not offered.
 */
export const isUncheckedChoice = ({ dynamicInputs }: InputSpec): boolean => dynamicInputs !== undefined;

/**
 * The inputs that the server checks: it ignores what belongs to another value than the chosen one, and everything that
 * belongs to a choice that is linked or missing, or has a value that is not offered.
 */
export function activeInputs(inputs: readonly InputSpec[], node: GraphNode): readonly InputSpec[] {
  const choices = inputs.filter(
    (spec) => (spec.dynamicInputs ?? spec.linkedInputs ?? spec.rows) !== undefined,
  );
  if (choices.length === 0) return inputs;
  return inputs
    .filter((spec) => !isPartOf(choices, spec))
    .flatMap((spec) => {
      const added = [...addedInputs(spec, node.inputs[spec.name]), ...presentRows(spec, node)];
      return [spec, ...activeInputs(added, node)];
    });
}

/** The fields of the rows that a node has, and of those that it needs at least. */
function presentRows(spec: InputSpec, { inputs }: GraphNode): readonly InputSpec[] {
  const { name, rows } = spec;
  if (rows === undefined) return [];
  const own = Object.keys(inputs).filter((input) => input.startsWith(`${name}.`));
  const indexes = own.flatMap(
    (input) => /^(?:0|[1-9]\d{0,3})(?=\.)/.exec(input.slice(name.length + 1)) ?? [],
  );
  const count = Math.min(rows.max, Math.max(rows.min, ...indexes.map((index) => Number(index) + 1)));
  return rowInputs(spec, count);
}

/** The inputs that a value of `spec` adds. */
function addedInputs(
  { dynamicInputs = [], linkedInputs = [] }: InputSpec,
  value: InputValue | undefined,
): readonly InputSpec[] {
  if (value === undefined) return [];
  const chosen = dynamicInputs.find((choice) => isSameChoice(value, choice.value));
  return chosen?.inputs ?? linkedInputs;
}

/** Whether an input is described by the class, for whatever choice, or is a part of an input that is. */
export const isListed = (input: string, inputs: readonly InputSpec[]): boolean =>
  inputs.some(
    ({ name, furtherInputs = [] }) =>
      name === input || input.startsWith(`${name}.`) || furtherInputs.includes(input),
  );
