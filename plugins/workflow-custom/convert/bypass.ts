// Which input of a bypassed node takes the place of one of its outputs. Pure.

import type { EditorInput, EditorNode } from "../editor/types.js";

const fits = (one: string, other: string): boolean => {
  if (one === "*" || other === "*") return true;
  const others = new Set(other.toLowerCase().split(","));
  return one
    .toLowerCase()
    .split(",")
    .some((type) => others.has(type));
};

/**
 * The editor's rule: the input at the same place where its type fits both the output and `wanted`, which is what the
 * consumer takes; else the first of exactly that type; else the first that fits both. Any type is taken by place.
 */
export function passedOn(
  { inputs, outputs }: EditorNode,
  output: number,
  wanted: string,
): EditorInput | undefined {
  const given = outputs[output] ?? "*";
  if (wanted === "*") return inputs[output] ?? inputs[0];
  const fitting = ({ type }: EditorInput): boolean => fits(type, given) && fits(type, wanted);
  const same = inputs[output];
  if (same !== undefined && fitting(same)) return same;
  return inputs.find(({ type }) => type === wanted) ?? inputs.find(fitting);
}
