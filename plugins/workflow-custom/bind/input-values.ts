// Parses a value for an input: strings from a command line become numbers, booleans and choices if the class says so.

import { isRecord, parseJsonOrUndefined } from "@pictor/kernel/plugin";
import type { InputSpec, InputValue } from "@pictor/kernel/plugin";
import { bindingValue } from "../faults.js";

/** A link in API format: the id of a node and the index of its output. */
const isLinkValue = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && Number.isInteger(value[1]);

/** Input values from JSON: links, lists and objects. A list is wrapped, because the server would take a bare list for a link. */
function structuredValue(value: unknown): InputValue | undefined {
  if (isLinkValue(value)) return value;
  if (Array.isArray(value)) return { __value__: value };
  return isRecord(value) ? (value as InputValue) : undefined;
}

/** A number or a boolean of JSON, for an input of which nothing is known. */
function scalarValue(text: string): InputValue | undefined {
  const value = parseJsonOrUndefined(text);
  return ["number", "bigint", "boolean"].includes(typeof value) ? (value as InputValue) : undefined;
}

function parseInteger(text: string): number | bigint | undefined {
  if (!/^[+-]?\d{1,20}$/.test(text.trim())) return undefined;
  const value = BigInt(text.trim().replace(/^\+/, ""));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function parseNumber(text: string): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false };
const parseBoolean = (text: string): boolean | undefined => booleans[text.trim().toLowerCase()];

type PrimitiveType = "INT" | "FLOAT" | "BOOLEAN" | "STRING" | "COMBO";
const parsers: Readonly<
  Record<PrimitiveType, readonly [parse: (text: string) => InputValue | undefined, expected: string]>
> = {
  INT: [parseInteger, "a whole number"],
  FLOAT: [parseNumber, "a number"],
  BOOLEAN: [parseBoolean, "true or false"],
  STRING: [(text) => text, "a text"],
  COMBO: [(text) => text, "one of the options"],
};

/**
 * The type of an input in its class. Without a description of the input, the type of its existing value. Undefined if
 * neither says which values it takes.
 */
function typeOf(spec: InputSpec | undefined, existing: InputValue | undefined): PrimitiveType | undefined {
  const type = spec?.type.split(",").find((each) => Object.hasOwn(parsers, each));
  if (type !== undefined) return type as PrimitiveType;
  if (spec !== undefined) return undefined;
  if (typeof existing === "bigint" || Number.isInteger(existing)) return "INT";
  if (typeof existing === "number") return "FLOAT";
  if (typeof existing === "string") return "STRING";
  return typeof existing === "boolean" ? "BOOLEAN" : undefined;
}

/**
 * `raw` is a string, or any JSON from a program. Throws CUSTOM_BINDING_VALUE for a value of another type. Ranges and the
 * options of file inputs are validated later, with the whole graph.
 */
export function parseInputValue(
  path: string,
  raw: unknown,
  spec: InputSpec | undefined,
  existing: InputValue | undefined,
): InputValue {
  if (typeof raw !== "string" && raw !== undefined) return structuredValue(raw) ?? (raw as InputValue);
  const text = String(raw);
  const option = spec?.options?.find((each) => String(each) === text);
  if (option !== undefined) return option;
  const type = typeOf(spec, existing);
  // In a text input, a string that looks like JSON is not parsed.
  if (type !== "STRING") {
    const value = structuredValue(parseJsonOrUndefined(text));
    if (value !== undefined) return value;
  }
  if (type === undefined) return spec === undefined ? (scalarValue(text) ?? text) : text;
  const [parse, expected] = parsers[type];
  const value = parse(text);
  if (value !== undefined) return value;
  throw bindingValue(path, expected, text === "" ? "nothing" : `"${text}"`);
}
