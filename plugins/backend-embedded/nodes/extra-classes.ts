// Node classes that come from outside, as `/object_info` describes them: read and checked, every problem told at once.
import { AUTOGROW, autogrowOf, choicesWithInputs, DYNAMIC_COMBO } from "../graph/dynamic-inputs.js";
import { isObject } from "../json.js";
import { problemText, type Problem } from "../rules.js";
import { catalog } from "./catalog.js";
import type { InputSpec, InputSpecs } from "./input-spec.js";

/** One entry of `/object_info`. What is not needed to check and to run it is published as it was given. */
export interface ExtraClass {
  readonly python_module: string;
  readonly input?: {
    readonly required?: InputSpecs;
    readonly optional?: InputSpecs;
    readonly hidden?: Readonly<Record<string, string | readonly string[]>>;
  };
  /** A list of choices in place of a type is a combo. */
  readonly output?: readonly (string | readonly string[])[];
  readonly output_name?: readonly string[];
  readonly output_node?: boolean;
  readonly display_name?: string;
  readonly category?: string;
}

/** By class name. */
export type ExtraClasses = Readonly<Record<string, ExtraClass>>;

export type ClassProblem = Problem;

export class InvalidClassesError extends TypeError {
  override readonly name = "InvalidClassesError";
  readonly problems: readonly ClassProblem[];

  constructor(problems: readonly ClassProblem[]) {
    super(problemText("Invalid node classes", problems));
    this.problems = problems;
  }
}

/** Throws an `InvalidClassesError`. */
export function readClasses(value: unknown): ExtraClasses {
  const problems = isObject(value)
    ? Object.entries(value).flatMap(([name, entry]) => entryProblems(name, entry))
    : [{ at: "", problem: "it is no object", allowed: "node classes by name, as /object_info lists them" }];
  if (problems.length > 0) throw new InvalidClassesError(problems);
  return value as ExtraClasses;
}

const pointer = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isSpec = (value: unknown): value is InputSpec =>
  Array.isArray(value) &&
  value.length <= 2 &&
  (isText(value[0]) || Array.isArray(value[0])) &&
  (value.length < 2 || isObject(value[1]));

function entryProblems(name: string, entry: unknown): readonly ClassProblem[] {
  if (catalog.has(name))
    return [{ at: pointer(name), problem: "the server has this class itself", allowed: "another name" }];
  if (!isObject(entry))
    return [{ at: pointer(name), problem: "it is no object", allowed: "an entry of /object_info" }];
  const { python_module, input = {}, output = [], output_name = [], output_node = false } = entry;
  const { output_is_list = [] } = entry;
  const wrong = (isRight: boolean, member: string, allowed: string): readonly ClassProblem[] =>
    isRight ? [] : [{ at: pointer(name, member), problem: "it is missing or something else", allowed }];
  return [
    ...wrong(isText(python_module), "python_module", 'a text such as "custom_nodes.acme-nodes"'),
    ...wrong(typeof output_node === "boolean", "output_node", "true or false"),
    ...wrong(
      Array.isArray(output) && output.every((type) => isText(type) || isTexts(type)),
      "output",
      "types",
    ),
    ...wrong(isTexts(output_name), "output_name", "a list of texts"),
    ...wrong(
      Array.isArray(output_is_list) && output_is_list.every((item) => item === false),
      "output_is_list",
      "false for each output: no node runs once for each item of a list here",
    ),
    ...wrong(isObject(input), "input", "an object with required and optional"),
    ...(isObject(input) ? inputProblems(pointer(name, "input"), input) : []),
  ];
}

function inputProblems(at: string, input: Readonly<Record<string, unknown>>): readonly ClassProblem[] {
  return ["required", "optional"].flatMap((group) => {
    const inputs = input[group] ?? {};
    if (!isObject(inputs)) {
      return [{ at: at + pointer(group), problem: "it is no object", allowed: "inputs by name" }];
    }
    return Object.entries(inputs).flatMap(([key, spec]) => specProblems(at + pointer(group, key), spec));
  });
}

function specProblems(at: string, spec: unknown): readonly ClassProblem[] {
  if (!isSpec(spec)) {
    return [{ at, problem: "it is no input", allowed: "[type], [type, options] or [choices, options]" }];
  }
  const [type] = spec;
  if (type === AUTOGROW) {
    const each = autogrowOf(spec)?.each;
    const allowed = "a template with input, min, and names or prefix and max";
    return isSpec(each) ? [] : [{ at, problem: `${AUTOGROW} lacks what grows`, allowed }];
  }
  if (type === DYNAMIC_COMBO) {
    const choices = choicesWithInputs(spec);
    if (choices === undefined) {
      return [{ at, problem: `${DYNAMIC_COMBO} lacks its choices`, allowed: "options with key and inputs" }];
    }
    return choices.flatMap(({ inputs }, index) =>
      inputProblems(at + pointer(1, "options", index, "inputs"), { ...inputs }),
    );
  }
  // It takes links of no type, on a real server of this version, too.
  if (type === "COMFY_DYNAMICSLOT_V3") {
    return [{ at, problem: `${type} is not known here`, allowed: `other types, ${AUTOGROW} among them` }];
  }
  return [];
}
