// A value as the input takes it: texts from a command line become numbers and choices where the class says so. Pure.

import { parseJson } from "@pictor/kernel/plugin";
import type { InputSpec, InputValue } from "@pictor/kernel/plugin";
import { bindingValue } from "../faults.js";
import { isFields } from "../fields.js";

/** `[id, output]`, as the graph itself writes a connection. */
const isConnection = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && Number.isInteger(value[1]);

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Lists are wrapped, as the server takes a bare one for a connection. */
function fromJson(value: unknown): InputValue | undefined {
  if (isConnection(value)) return value;
  if (Array.isArray(value)) return { __value__: value };
  return isFields(value) ? (value as InputValue) : undefined;
}

function whole(text: string): number | bigint | undefined {
  if (!/^[+-]?\d{1,20}$/.test(text.trim())) return undefined;
  const value = BigInt(text.trim().replace(/^\+/, ""));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function decimal(text: string): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false };
const flag = (text: string): boolean | undefined => flags[text.trim().toLowerCase()];

type Kind = "INT" | "FLOAT" | "BOOLEAN" | "STRING" | "COMBO";
const kinds: Readonly<
  Record<Kind, readonly [read: (text: string) => InputValue | undefined, expected: string]>
> = {
  INT: [whole, "a whole number"],
  FLOAT: [decimal, "a number"],
  BOOLEAN: [flag, "true or false"],
  STRING: [(text) => text, "a text"],
  COMBO: [(text) => text, "one of the list"],
};

/** Without a description the present value says what the input is. */
function kindOf(spec: InputSpec | undefined, present: InputValue | undefined): Kind | undefined {
  const type = spec?.type.split(",").find((each) => Object.hasOwn(kinds, each));
  if (type !== undefined) return type as Kind;
  if (spec !== undefined) return undefined;
  if (typeof present === "bigint" || Number.isInteger(present)) return "INT";
  if (typeof present === "number") return "FLOAT";
  return typeof present === "boolean" ? "BOOLEAN" : "STRING";
}

/**
 * `given` is a text, or any JSON from a program. A list of an id and a number is a connection. Throws
 * `CUSTOM_BINDING_VALUE`; ranges and lists of files are checked later, with the whole graph.
 */
export function typedValue(
  path: string,
  given: unknown,
  spec: InputSpec | undefined,
  present: InputValue | undefined,
): InputValue {
  if (typeof given !== "string") {
    const plain = fromJson(given) ?? (given as InputValue);
    if (given !== undefined) return plain;
  }
  const text = String(given);
  const choice = spec?.options?.find((option) => String(option) === text);
  if (choice !== undefined) return choice;
  const kind = kindOf(spec, present);
  // A text that reads like a list is one only where a text itself would be no value.
  if (kind !== "STRING") {
    const value = fromJson(jsonIn(text));
    if (value !== undefined) return value;
  }
  if (kind === undefined) return text;
  const [read, expected] = kinds[kind];
  const value = read(text);
  if (value !== undefined) return value;
  throw bindingValue(path, expected, text === "" ? "nothing" : `"${text}"`);
}
