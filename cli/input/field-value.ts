// A text from the command line as the value of a field: the schema says which type is meant.

import { parseJson, type Field, type Json } from "@pictor/host";
import { UsageError } from "../base/usage-error.js";

const expected: Readonly<Record<Field["type"], string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a JSON list, such as [1, 2]",
  object: 'a JSON object, such as {"name": 1}',
};

/** Plain data of a parsed JSON text: integers beyond 2^53 become decimal strings, as in every parameter. */
export function toParam(value: unknown): Json {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(toParam);
  if (typeof value !== "object" || value === null) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toParam(entry)]));
}

/** The JSON value in `text`, or undefined when it is none. */
export function jsonOf(text: string): Json | undefined {
  try {
    return toParam(parseJson(text));
  } catch {
    return undefined;
  }
}

/** A list; where its entries are texts, one text is a list of one. What begins as a list is meant as one. */
function readList(field: Field, text: string, value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value as Json;
  const isOne = field.type === "array" && field.items.type === "string" && !/^\s*(\[|$)/.test(text);
  return isOne ? [text] : undefined;
}

function read(field: Field, text: string): Json | undefined {
  const value = field.type === "string" ? text : jsonOf(text.trim());
  switch (field.type) {
    case "string":
      return value;
    case "integer":
      return Number.isInteger(value) ? value : undefined;
    case "number":
      return typeof value === "number" ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "array":
      return readList(field, text, value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  }
}

/** Reads `text` as the type of `field`; ranges and choices are checked by the kernel. `where` begins the message. */
export function parseValue(field: Field, text: string, where: string): Json {
  const value = read(field, text);
  if (value !== undefined) return value;
  const found = text === "" ? "nothing" : `"${text}"`;
  throw new UsageError(
    "USAGE_VALUE",
    `${where}: expected ${expected[field.type]}, found ${found}.`,
    "Correct this value.",
  );
}
