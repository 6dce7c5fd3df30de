// Inputs that a graph writes as `name.part`: the parts of an autogrow input, and the inputs that belong to a choice. Pure.

import {
  asString,
  asFiniteNumber,
  withoutUndefined,
  type DynamicInputs,
  type InputSpec,
} from "@pictor/kernel/plugin";
import { textsOf, type Fields } from "../base/json-fields.js";

/** Number of parts of an autogrow input whose template has no `max`. */
const defaultMaxParts = 100;

/** Returns `spec` as the input `name.part`; the names of its nested inputs get the same prefix. */
const partOf = (name: string, spec: InputSpec, part = spec.name): InputSpec => ({
  ...spec,
  name: `${name}.${part}`,
  ...(spec.dynamicInputs === undefined
    ? {}
    : { dynamicInputs: spec.dynamicInputs.map((choice) => prefixInputs(name, choice)) }),
});

const prefixInputs = (name: string, { value, inputs }: DynamicInputs): DynamicInputs => ({
  value,
  inputs: inputs.map((input) => partOf(name, input)),
});

/**
 * The parts of an autogrow input (COMFY_AUTOGROW_V3), each described by `spec`: one for each connection, such as
 * `images.image0`. The template names the parts, or they are numbered from 0. Its first `min` parts are required if the
 * described input is, as ComfyUI checks it since 0.33, where earlier versions let the run fail. A graph has no value under
 * `name` alone.
 */
export function autogrowInputs(name: string, template: Fields, spec: InputSpec): readonly InputSpec[] {
  const count = Math.min(defaultMaxParts, asFiniteNumber(template["max"]) ?? defaultMaxParts);
  const prefix = asString(template["prefix"]) ?? "";
  const parts = Array.isArray(template["names"])
    ? textsOf(template["names"])
    : Array.from({ length: Math.max(0, Math.trunc(count)) }, (_, index) => `${prefix}${index}`);
  const min = spec.required ? (asFiniteNumber(template["min"]) ?? 0) : 0;
  return parts.map((part, index) => ({ ...partOf(name, spec, part), required: index < min, autogrow: true }));
}

/** The inputs that belong to one value of a choice (COMFY_DYNAMICCOMBO_V3), prefixed with the name of the choice. */
export const inputsOfComboValue = (name: string, inputs: readonly InputSpec[]): readonly InputSpec[] =>
  inputs.map((spec) => partOf(name, spec));

/**
 * The inputs of all values of a choice; `choices` has one list of inputs for each value. An input of several values accepts
 * what any of them accepts. If its type differs between the values, it is omitted, so that only the server checks it. None is
 * required, because another value may be chosen.
 */
export function dynamicComboInputs(choices: readonly (readonly InputSpec[])[]): readonly InputSpec[] {
  const parts = new Map<string, InputSpec | undefined>();
  for (const part of choices.flat()) {
    const known = parts.get(part.name);
    parts.set(part.name, parts.has(part.name) ? known && widened(known, part) : part);
  }
  return [...parts.values()].flatMap((part) => (part === undefined ? [] : [{ ...part, required: false }]));
}

/** Combines two inputs into one that accepts what either accepts; undefined if their types differ. */
function widened(one: InputSpec, other: InputSpec): InputSpec | undefined {
  if (one.type !== other.type) return undefined;
  const { name, required, type } = one;
  const options = one.options && other.options ? [...new Set([...one.options, ...other.options])] : undefined;
  const min = wider(one.min, other.min, (a, b) => (a < b ? a : b));
  const max = wider(one.max, other.max, (a, b) => (a > b ? a : b));
  return {
    ...withoutUndefined({ name, required, type, options, min, max, widget: other.widget && one.widget }),
    ...(one.lenient === true || other.lenient === true ? { lenient: true } : {}),
    ...(one.autogrow === true ? { autogrow: true } : {}),
    ...(one.dynamicInputs === undefined || other.dynamicInputs === undefined ? {} : { dynamicInputs: [] }),
  };
}

type Limit = number | bigint;
/** The wider of two limits; undefined (no limit) if one of the inputs has none. */
const wider = (
  one: Limit | undefined,
  other: Limit | undefined,
  pick: (one: Limit, other: Limit) => Limit,
) => (one === undefined || other === undefined ? undefined : pick(one, other));
