// Inputs that a graph writes flattened, `name.part`: those that grow, and those that come with a choice. Pure.

import type { BroughtInputs, InputSpec } from "@pictor/kernel/plugin";
import { numberOf, textOf, textsOf } from "../fields.js";
import type { Fields } from "../fields.js";

/** Where a template names no limit of its own. */
const mostParts = 100;

const below = (name: string, spec: InputSpec, part = spec.name): InputSpec => ({
  ...spec,
  name: `${name}.${part}`,
  required: false,
  ...(spec.brings === undefined ? {} : { brings: spec.brings.map((each) => belowChoice(name, each)) }),
});

const belowChoice = (name: string, { value, inputs }: BroughtInputs): BroughtInputs => ({
  value,
  inputs: inputs.map((input) => below(name, input)),
});

/**
 * An input that grows (COMFY_AUTOGROW_V3) by parts like `spec`: one for each connection, `images.image0`, named in the
 * template or numbered from 0. Servers do not insist on its minimum, and nothing is ever given under its own name.
 */
export function grownParts(name: string, template: Fields, spec: InputSpec): readonly InputSpec[] {
  const count = Math.min(mostParts, numberOf(template["max"]) ?? mostParts);
  const prefix = textOf(template["prefix"]) ?? "";
  const parts = Array.isArray(template["names"])
    ? textsOf(template["names"])
    : Array.from({ length: Math.max(0, Math.trunc(count)) }, (_, index) => `${prefix}${index}`);
  return parts.map((part) => ({ ...below(name, spec, part), grown: true }));
}

/** The inputs that one value of a choice (COMFY_DYNAMICCOMBO_V3) brings, under its name. */
export const broughtParts = (name: string, inputs: readonly InputSpec[]): readonly InputSpec[] =>
  inputs.map((spec) => below(name, spec));

/**
 * All the inputs that the values of a choice bring: a list for each value. One that several values bring is as wide as
 * all of them together; one that they mean differently is left to the server, and so is whether it must be there.
 */
export function chosenParts(choices: readonly (readonly InputSpec[])[]): readonly InputSpec[] {
  const parts = new Map<string, InputSpec | undefined>();
  for (const part of choices.flat()) {
    const known = parts.get(part.name);
    parts.set(part.name, parts.has(part.name) ? known && widened(known, part) : part);
  }
  return [...parts.values()].filter((part) => part !== undefined);
}

/** What fits either; undefined when their types differ. */
function widened(one: InputSpec, other: InputSpec): InputSpec | undefined {
  if (one.type !== other.type) return undefined;
  const { name, required, type } = one;
  const options = one.options && other.options ? [...new Set([...one.options, ...other.options])] : undefined;
  const min = both(one.min, other.min, (mine, its) => (mine < its ? mine : its));
  const max = both(one.max, other.max, (mine, its) => (mine > its ? mine : its));
  return {
    name,
    required,
    type,
    ...(options === undefined ? {} : { options }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(one.lenient === true || other.lenient === true ? { lenient: true } : {}),
    ...(one.byHand === undefined || other.byHand === undefined ? {} : { byHand: one.byHand }),
    ...(one.grown === true ? { grown: true } : {}),
  };
}

type Limit = number | bigint;
/** A limit that only one of two has is none. */
const both = (
  one: Limit | undefined,
  other: Limit | undefined,
  wider: (one: Limit, other: Limit) => Limit,
) => (one === undefined || other === undefined ? undefined : wider(one, other));
