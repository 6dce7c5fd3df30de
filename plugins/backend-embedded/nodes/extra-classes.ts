// Node classes that come from outside, as `/object_info` describes them: read and checked, every problem told at once.
import { isObject } from "../json.js";
import { catalog } from "./catalog.js";
import type { InputSpec, NodeDefinition } from "./node.js";
import { passThrough } from "./pass-through.js";

/** One entry of `/object_info`. What is not needed to check and to run it is published as it was given. */
export interface ExtraClass {
  readonly python_module: string;
  readonly input?: {
    readonly required?: Readonly<Record<string, InputSpec>>;
    readonly optional?: Readonly<Record<string, InputSpec>>;
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

export interface ClassProblem {
  /** JSON pointer into the object, "" for the whole. */
  readonly at: string;
  readonly problem: string;
  /** What may stand there. */
  readonly allowed: string;
}

export class InvalidClassesError extends TypeError {
  override readonly name = "InvalidClassesError";
  readonly problems: readonly ClassProblem[];

  constructor(problems: readonly ClassProblem[]) {
    const lines = problems.map(({ at, problem, allowed }) => `${at || "/"}: ${problem}; allowed: ${allowed}`);
    super(`Invalid node classes\n${lines.join("\n")}`);
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

/** The server's own classes, and these. */
export function withClasses(classes: ExtraClasses): ReadonlyMap<string, NodeDefinition> {
  const extra = Object.entries(classes);
  if (extra.length === 0) return catalog;
  return new Map([...catalog, ...extra.map(([name, entry]) => [name, passThrough(name, entry)] as const)]);
}

const pointer = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isSpec = (value: unknown): boolean =>
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
    ...wrong(isObject(input), "input", "an object with required and optional"),
    ...(isObject(input) ? inputProblems(name, input) : []),
  ];
}

function inputProblems(name: string, input: Readonly<Record<string, unknown>>): readonly ClassProblem[] {
  return ["required", "optional"].flatMap((group) => {
    const inputs = input[group] ?? {};
    if (!isObject(inputs)) {
      const allowed = "inputs by name";
      return [{ at: pointer(name, "input", group), problem: "it is no object", allowed }];
    }
    return Object.entries(inputs)
      .filter(([, spec]) => !isSpec(spec))
      .map(([key]) => ({
        at: pointer(name, "input", group, key),
        problem: "it is no input",
        allowed: "[type], [type, options] or [choices, options]",
      }));
  });
}
