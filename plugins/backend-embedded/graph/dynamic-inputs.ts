// Inputs whose number or kind depends on what is given (V3 classes). Graphs write them flat, with dots:
// `images.image0`, `resize_type.width`.
import { isObject } from "../json.js";
import type { InputSpec, InputSpecs } from "../nodes/input-spec.js";
import { isIn, memberOf } from "./python-access.js";

export interface InputGroups {
  readonly required?: InputSpecs;
  readonly optional?: InputSpecs;
}

/** Types of inputs that stand for others. */
export const AUTOGROW = "COMFY_AUTOGROW_V3";
export const DYNAMIC_COMBO = "COMFY_DYNAMICCOMBO_V3";

/** One input after the other, each like `each`. */
interface Autogrow {
  readonly names: readonly string[];
  /** So many of the names are required, when they are given: the server of this version asks for no more. */
  readonly min: number;
  readonly each: InputSpec;
}

/** Undefined for a declaration without a template that says what grows. */
export function autogrowOf([, options]: InputSpec): Autogrow | undefined {
  const template = options?.["template"];
  if (!isObject(template) || !isObject(template["input"])) return undefined;
  const { input, names, prefix, min, max } = template;
  const [group] = Object.values(input);
  const [each] = isObject(group) ? (Object.values(group) as InputSpec[]) : [];
  if (each === undefined || typeof min !== "number") return undefined;
  if (isTexts(names)) return { names, min, each };
  if (typeof prefix !== "string" || typeof max !== "number") return undefined;
  return { names: Array.from({ length: max }, (_, index) => `${prefix}${index}`), min, each };
}

interface Choice {
  readonly key: string;
  /** Those that belong to this choice. */
  readonly inputs: InputGroups;
}

/** Undefined for a declaration without choices. */
export function choicesWithInputs([, options]: InputSpec): readonly Choice[] | undefined {
  const choices = options?.["options"];
  const isChoice = (choice: unknown): choice is Choice =>
    isObject(choice) && typeof choice["key"] === "string" && isObject(choice["inputs"]);
  return Array.isArray(choices) && choices.every(isChoice) ? choices : undefined;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** The inputs that the server checks when it is given these. Throws a PythonError for inputs that are no object. */
export function expandedInputs(declared: InputGroups, given: unknown): Required<InputGroups> {
  const found = { required: new Map<string, InputSpec>(), optional: new Map<string, InputSpec>() };
  add(declared, "");
  return { required: Object.fromEntries(found.required), optional: Object.fromEntries(found.optional) };

  function add(groups: InputGroups, prefix: string): void {
    for (const group of ["required", "optional"] as const) {
      for (const [name, spec] of Object.entries(groups[group] ?? {})) addOne(group, prefix + name, spec);
    }
  }

  function addOne(group: keyof InputGroups, name: string, spec: InputSpec): void {
    if (spec[0] === AUTOGROW) {
      const { names, min, each } = autogrowOf(spec) ?? { names: [], min: 0, each: spec };
      const grown = names.map((one) => `${name}.${one}`);
      grown.forEach((one, index) => {
        if (isIn(one, given)) found[index < min ? "required" : "optional"].set(one, each);
      });
    } else if (spec[0] !== DYNAMIC_COMBO) {
      found[group].set(name, spec);
    } else if (isIn(name, given)) {
      // A choice that there is not is accepted, and its inputs are not looked at.
      const key = memberOf(given, name);
      const chosen = choicesWithInputs(spec)?.find((choice) => choice.key === key);
      if (chosen === undefined) return;
      add(chosen.inputs, `${name}.`);
      found[group].set(name, spec);
    }
  }
}
