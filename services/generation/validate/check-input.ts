// Checks one input of a node against its class: the type of a link, or a literal value. Pure.

import {
  isLink,
  isString,
  type Catalog,
  type InputSpec,
  describeValue,
  type Graph,
  type InputValue,
  type Link,
  type NodeClass,
} from "@pictor/kernel";
import { isUncheckedChoice } from "./active-inputs.js";
import { filesMeant, normalizedName } from "./match-files.js";
import { isIndex, outputOf } from "./check-structure.js";
import type { Suggestions } from "./suggestions.js";
import { convertLiteral, isConverted, isSameChoice } from "./literal-values.js";

export type InputProblem = readonly [problem: string, advice: string];

/** The classes that are certain to be in a catalog: those of the graph, or all that the backend has. */
export type Coverage = "own classes" | "all classes";

/** The graph and the catalog against which an input is checked. */
export interface CheckContext {
  readonly graph: Graph;
  readonly catalog: Catalog;
  readonly coverage: Coverage;
  readonly suggestions: Suggestions;
}

/** Types of the newer node schema that the server resolves at run time. */
const isDynamic = (type: string): boolean => type.startsWith("COMFY_");

/** `*` is compatible with every type. Unions such as `IMAGE,MASK` are compatible if they have a type in common. */
function isCompatible(given: string, { type, legacyCombo }: InputSpec): boolean {
  if (given === "COMBO" && legacyCombo) return false;
  if (given === type || given === "*" || type === "*" || isDynamic(given) || isDynamic(type)) return true;
  const accepted = new Set(type.split(","));
  return accepted.has("*") || given.split(",").some((one) => one === "*" || accepted.has(one));
}

/**
 * The class of a link's source; undefined if it is not known, or if the link names no node, which is a problem of the
 * structure.
 */
const sourceClass = ([source]: Link, { graph, catalog }: CheckContext): NodeClass | undefined =>
  isString(source) ? catalog.get(graph[source]?.class_type ?? "") : undefined;

/**
 * The problem of a link to an output that its source lacks. It matters for an input that the class does not list too: the
 * server follows every link of a node, and one to a missing output of a cached node ends its worker.
 */
export function checkOutput(link: Link, context: CheckContext): InputProblem | undefined {
  const [source, output] = link;
  const from = isIndex(output) ? sourceClass(link, context) : undefined;
  if (from === undefined || outputOf(from.outputs, output) !== undefined) return undefined;
  const problem = `"${source}" (${from.name}) has no output ${String(output)}`;
  return [problem, `It has ${from.outputs.length}, counted from 0.`];
}

function checkLink(link: Link, spec: InputSpec, context: CheckContext): InputProblem | undefined {
  const missing = checkOutput(link, context);
  if (missing !== undefined) return missing;
  const [source, output] = link;
  const from = sourceClass(link, context);
  const given = from && outputOf(from.outputs, output);
  if (given === undefined) return undefined;
  if (isCompatible(given, spec)) return undefined;
  if (spec.legacyCombo && given === "COMBO")
    return [`it takes one of a list, and "${source}" gives a choice of any`, "Write the value itself."];
  return [`it takes ${spec.type}, and "${source}" gives ${given}`, `Connect an output of type ${spec.type}.`];
}

const withoutKind = (value: InputValue): string => describeValue(value).replace(/^a \w+: /, "");

/** The most files that an error about a name with several meanings lists. */
const maxMeant = 5;

function checkChoice(
  value: InputValue,
  options: readonly (string | number | boolean)[],
  suggestions: Suggestions,
): InputProblem | undefined {
  if (options.some((option) => isSameChoice(value, option))) return undefined;
  if (options.length === 0)
    return [`${withoutKind(value)} is not offered`, "The backend offers nothing here."];
  const wanted = typeof value === "object" ? undefined : normalizedName(String(value));
  const same = options.find((option) => normalizedName(String(option)) === wanted);
  const problem = `${withoutKind(value)} is not offered`;
  if (same !== undefined) {
    const exact = typeof same === "string" ? `"${same}"` : `${same}, without quotes`;
    return [problem, `The backend has it as ${exact}: write exactly that.`];
  }
  const meant = typeof value === "string" ? filesMeant(value, options) : [];
  if (meant.length > 1)
    return [
      `${withoutKind(value)} means several files`,
      `Write one of: ${meant.slice(0, maxMeant).join(", ")}${meant.length > maxMeant ? ", ..." : ""}.`,
    ];
  return [problem, `Allowed: ${suggestions.options(options, value)}`];
}

/** Several values of a list: the first that is not in it. */
const checkChoices = (
  values: readonly InputValue[],
  { options = [] }: InputSpec,
  { suggestions }: CheckContext,
): InputProblem | undefined => {
  for (const value of values) {
    const problem = checkChoice(value, options, suggestions);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const uploadAdvice = "Upload the file, or name a file that the backend has.";

/**
 * The options of an upload input are the files of a folder. A name with another folder, such as `sub/a.png` or
 * `a.png [output]`, may exist without being an option.
 */
function checkUpload(
  value: InputValue,
  { options = [] }: InputSpec,
  suggestions: Suggestions,
): InputProblem | undefined {
  if (typeof value !== "string")
    return [`expected the name of a file, found ${describeValue(value)}`, uploadAdvice];
  if (/[/\\[\]]/.test(value)) return undefined;
  if (options.some((option) => normalizedName(String(option)) === normalizedName(value))) return undefined;
  const near = suggestions.near(value, () => options.filter((option) => typeof option === "string"));
  return [`the backend has no file "${value}"`, `${uploadAdvice}${near}`];
}

const isNumber = (value: InputValue): value is number | bigint =>
  typeof value === "bigint" || typeof value === "number";
const literalAdvice: ReadonlyMap<string, string> = new Map([
  ["INT", "Write a whole number, without quotes."],
  ["FLOAT", "Write a number, without quotes."],
]);

const outputTypes = new WeakMap<Catalog, ReadonlySet<string>>();

/**
 * Whether any class has an output of this type. If no class has one, an input of the type can only take a literal. A
 * class that is not in the catalog may have such an output.
 */
function isOutputType(type: string, { catalog, coverage }: CheckContext): boolean {
  if (coverage === "own classes") return true;
  let types = outputTypes.get(catalog);
  if (types === undefined) {
    types = new Set(
      [...catalog.values()].flatMap(({ outputs }) => outputs.flatMap((output) => output.split(","))),
    );
    outputTypes.set(catalog, types);
  }
  const known = types;
  return type.split(",").some((one) => known.has(one));
}

function checkLiteral(value: InputValue, spec: InputSpec, context: CheckContext): InputProblem | undefined {
  if (spec.upload === true) return checkUpload(value, spec, context.suggestions);
  if (spec.lenient || isDynamic(spec.type)) return undefined;
  if (spec.options !== undefined) return checkChoice(value, spec.options, context.suggestions);
  if (!isConverted(spec.type)) {
    if (value === null && !spec.required) return undefined;
    // For a union such as `FLOAT,INT`, the server passes a literal to the class without converting it.
    const takesLiteral =
      ["COMBO", "*"].includes(spec.type) ||
      spec.widget !== undefined ||
      spec.type.split(",").some(isConverted);
    if (takesLiteral || !isOutputType(spec.type, context)) return undefined;
    return [`it needs a connection of type ${spec.type}`, `Connect an output of type ${spec.type}.`];
  }
  const taken = convertLiteral(value, spec.type);
  if (taken === undefined)
    return [`expected ${spec.type}, found ${describeValue(value)}`, literalAdvice.get(spec.type) ?? ""];
  if (!isNumber(taken)) return undefined;
  if (spec.min !== undefined && taken < spec.min)
    return [`${taken} is below ${spec.min}`, `Use at least ${spec.min}.`];
  if (spec.max !== undefined && taken > spec.max)
    return [`${taken} is above ${spec.max}`, `Use at most ${spec.max}.`];
  return undefined;
}

/** The key under which a graph wraps a literal list, because the server would take a bare array for a link. */
const wrapper = "__value__";
export const unwrapLiteral = (value: InputValue): InputValue =>
  typeof value === "object" && value !== null && Object.hasOwn(value, wrapper)
    ? ((value as unknown as Readonly<Record<string, InputValue>>)[wrapper] ?? null)
    : value;

export function checkInput(
  value: InputValue,
  spec: InputSpec,
  context: CheckContext,
): InputProblem | undefined {
  if (isUncheckedChoice(spec)) return isLink(value) ? checkOutput(value, context) : undefined;
  if (isLink(value)) return checkLink(value, spec, context);
  if (Array.isArray(value)) {
    const problem = "it is a list, which the server takes for a broken connection";
    return [problem, `Write { "${wrapper}": [...] } for a list of values.`];
  }
  const literal = unwrapLiteral(value);
  if (spec.multiselect === true) return checkChoices([literal].flat(), spec, context);
  if (!Array.isArray(literal)) return checkLiteral(literal, spec, context);
  if (spec.options !== undefined && spec.lenient !== true)
    return ["it takes one of a list, found a list", "Write one value."];
  // For every other input, the catalog does not say which lists the node accepts.
  const advice = literalAdvice.get(spec.type);
  return advice === undefined ? undefined : [`expected ${spec.type}, found a list`, advice];
}
