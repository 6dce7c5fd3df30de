// Expands each input of a V3 class that represents several inputs. Graphs contain these under names with dots:
// `images.image0`, `resize_type.width`.
import { isRecord } from "@pictor/kernel/plugin";
import type { InputSpec, InputSpecs } from "../node/input-spec.js";
import { isIn, memberOf } from "../python/python-access.js";

export interface InputGroups {
  readonly required?: InputSpecs;
  readonly optional?: InputSpecs;
}

/** The type of an input that represents a list of inputs of one type. */
export const AUTOGROW = "COMFY_AUTOGROW_V3";
/** The type of a combo whose choices each add inputs. */
export const DYNAMIC_COMBO = "COMFY_DYNAMICCOMBO_V3";

interface Autogrow {
  readonly names: readonly string[];
  /** The first `min` names count as required. As in ComfyUI 0.8, a required name may still be absent. */
  readonly min: number;
  /** The specification of every input of the list. */
  readonly each: InputSpec;
}

/** Returns undefined for a specification without a valid template. */
export function autogrowOf([, options]: InputSpec): Autogrow | undefined {
  const template = options?.["template"];
  if (!isRecord(template) || !isRecord(template["input"])) return undefined;
  const { input, names, prefix, min, max } = template;
  const [group] = Object.values(input);
  const [each] = isRecord(group) ? (Object.values(group) as InputSpec[]) : [];
  if (each === undefined || typeof min !== "number") return undefined;
  if (areStrings(names)) return { names, min, each };
  if (typeof prefix !== "string" || typeof max !== "number") return undefined;
  return { names: Array.from({ length: max }, (_, index) => `${prefix}${index}`), min, each };
}

interface Choice {
  readonly key: string;
  /** The inputs that exist while this choice is selected. */
  readonly inputs: InputGroups;
}

/** Returns undefined for a specification without valid options. */
export function choicesWithInputs([, options]: InputSpec): readonly Choice[] | undefined {
  const choices = options?.["options"];
  const isChoice = (choice: unknown): choice is Choice =>
    isRecord(choice) && typeof choice["key"] === "string" && isRecord(choice["inputs"]);
  return Array.isArray(choices) && choices.every(isChoice) ? choices : undefined;
}

const areStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** The inputs to check, expanded for these values of the node. Throws a PythonError unless `values` is an object. */
export function expandedInputs(declared: InputGroups, values: unknown): Required<InputGroups> {
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
        if (isIn(one, values)) found[index < min ? "required" : "optional"].set(one, each);
      });
    } else if (spec[0] !== DYNAMIC_COMBO) {
      found[group].set(name, spec);
    } else if (isIn(name, values)) {
      // Real servers accept an unknown choice and check none of its inputs.
      const key = memberOf(values, name);
      const chosen = choicesWithInputs(spec)?.find((choice) => choice.key === key);
      if (chosen === undefined) return;
      add(chosen.inputs, `${name}.`);
      found[group].set(name, spec);
    }
  }
}
