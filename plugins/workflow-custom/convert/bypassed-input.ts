// Finds the input of a bypassed node that replaces one of its outputs.

import type { EditorInput, EditorNode } from "../editor/editor-graph.js";

const isCompatible = (one: string, other: string): boolean => {
  if (one === "*" || other === "*") return true;
  const others = new Set(other.toLowerCase().split(","));
  return one
    .toLowerCase()
    .split(",")
    .some((type) => others.has(type));
};

/**
 * Follows the rule of the editor. `wanted` is the type that the consumer accepts. The input with the index of the output is
 * used if its type is compatible with both the output and `wanted`; else the first input of exactly the wanted type; else
 * the first compatible input. For any wanted type, the index decides.
 */
export function bypassedInput(
  { inputs, outputs }: EditorNode,
  output: number,
  wanted: string,
): EditorInput | undefined {
  const outputType = outputs[output] ?? "*";
  if (wanted === "*") return inputs[output] ?? inputs[0];
  const isUsable = ({ type }: EditorInput): boolean =>
    isCompatible(type, outputType) && isCompatible(type, wanted);
  const sameIndex = inputs[output];
  if (sameIndex !== undefined && isUsable(sameIndex)) return sameIndex;
  return inputs.find(({ type }) => type === wanted) ?? inputs.find(isUsable);
}
