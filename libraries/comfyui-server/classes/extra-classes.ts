// Checks node classes that come in the form of `/object_info`, for example copied from a real server.
import { isRecord, isString, jsonPointer } from "@pictor/kernel/plugin";
import { AUTOGROW, autogrowOf, choicesWithInputs, DYNAMIC_COMBO } from "@pictor/comfyui-graph";
import type { ClassEntry, InputSpec } from "@pictor/comfyui-graph/types";
import { InvalidInputError, type Problem } from "../checks/check-members.js";

/** Entries by class name. */
export type ExtraClasses = Readonly<Record<string, ClassEntry>>;

/** The class names of a server's own node library. */
export type ClassNames = Pick<ReadonlySet<string>, "has">;

export class InvalidClassesError extends InvalidInputError {
  override readonly name = "InvalidClassesError";
  constructor(problems: readonly Problem[]) {
    super("Invalid node classes", problems);
  }
}

/**
 * Returns the checked entries, except those with a name in `ownClasses`: the caller may pass the whole `/object_info`
 * of a server, and the server's own classes win. Throws an `InvalidClassesError`.
 */
export function readClasses(value: unknown, ownClasses: ClassNames): ExtraClasses {
  if (!isRecord(value)) {
    const allowed = "node classes by name, as /object_info lists them";
    throw new InvalidClassesError([{ at: "", problem: "is not an object", allowed }]);
  }
  const entries = Object.entries(value).filter(([name]) => !ownClasses.has(name));
  const problems = entries.flatMap(([name, entry]) => entryProblems(name, entry));
  if (problems.length > 0) throw new InvalidClassesError(problems);
  return Object.fromEntries(entries) as ExtraClasses;
}

/** A list of choices is the type of a combo, and may contain any values. */
const areTypes = (value: unknown): boolean =>
  Array.isArray(value) && value.every((type) => isString(type) || Array.isArray(type));
/** Some classes of ComfyUI 0.8 publish null, which counts as false. */
const areFlags = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "boolean" || item === null);
const isSpec = (value: unknown): value is InputSpec =>
  Array.isArray(value) &&
  value.length <= 2 &&
  (isString(value[0]) || Array.isArray(value[0])) &&
  (value.length < 2 || isRecord(value[1]));

function entryProblems(name: string, entry: unknown): readonly Problem[] {
  const at = jsonPointer(name);
  if (!isRecord(entry)) return [{ at, problem: "is not an object", allowed: "an entry of /object_info" }];
  const { python_module, input = {}, output = [], output_name = [], output_node = false } = entry;
  const { output_is_list = [] } = entry;
  const check = (isValid: boolean, member: string, allowed: string): readonly Problem[] =>
    isValid ? [] : [{ at: jsonPointer(name, member), problem: "is missing or invalid", allowed }];
  return [
    ...check(isString(python_module), "python_module", 'a string such as "custom_nodes.acme-nodes"'),
    ...check(typeof output_node === "boolean", "output_node", "true or false"),
    ...check(areTypes(output), "output", "an array of types"),
    ...check(areTypes(output_name), "output_name", "an array of strings"),
    ...check(areFlags(output_is_list), "output_is_list", "true or false for each output"),
    ...check(isRecord(input), "input", "an object with required and optional"),
    ...(isRecord(input) ? inputProblems(jsonPointer(name, "input"), input) : []),
  ];
}

function inputProblems(at: string, input: Readonly<Record<string, unknown>>): readonly Problem[] {
  return ["required", "optional"].flatMap((group) => {
    const inputs = input[group] ?? {};
    if (!isRecord(inputs)) {
      return [{ at: at + jsonPointer(group), problem: "is not an object", allowed: "inputs by name" }];
    }
    return Object.entries(inputs).flatMap(([key, spec]) => specProblems(at + jsonPointer(group, key), spec));
  });
}

function specProblems(at: string, spec: unknown): readonly Problem[] {
  if (!isSpec(spec)) {
    const allowed = "[type], [type, options] or [choices, options]";
    return [{ at, problem: "is not an input specification", allowed }];
  }
  const [type] = spec;
  if (type === AUTOGROW) {
    const each = autogrowOf(spec)?.each;
    const allowed = "a template with input, min, and either names or prefix and max";
    return isSpec(each) ? [] : [{ at, problem: `has no valid ${AUTOGROW} template`, allowed }];
  }
  if (type === DYNAMIC_COMBO) {
    const choices = choicesWithInputs(spec);
    if (choices === undefined) {
      const allowed = "options with key and inputs";
      return [{ at, problem: `has no valid ${DYNAMIC_COMBO} options`, allowed }];
    }
    return choices.flatMap(({ inputs }, index) =>
      inputProblems(at + jsonPointer(1, "options", index, "inputs"), { ...inputs }),
    );
  }
  // Real servers of version 0.8 accept no link to such an input.
  if (type === "COMFY_DYNAMICSLOT_V3") {
    return [{ at, problem: `has the unsupported type ${type}`, allowed: "other types" }];
  }
  return [];
}
