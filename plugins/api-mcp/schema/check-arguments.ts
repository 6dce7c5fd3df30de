// Reads the arguments of a tool by its schema, with messages by which a model can correct its call.

import { cutText, didYouMean, isDeeperThan, isRecord } from "@pictor/kernel/plugin";
import { argumentInvalid, argumentMissing, argumentUnknown } from "../faults.js";
import type { ObjectSchema, SimpleSchema, ValueSchema } from "./json-schema.js";

/** More levels than any setting needs. */
const maxDepth = 100;

/** Throws `MCP_ARGUMENT_INVALID` for a value with too many levels. */
export function checkDepth(value: unknown): void {
  if (isDeeperThan(maxDepth, value))
    throw argumentInvalid("arguments", `at most ${maxDepth} levels deep`, "deeper", "");
}

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? "array" : value === null ? "null" : typeof value;

const isOfType = (value: unknown, type: string): boolean =>
  type === "integer" ? Number.isInteger(value) : typeOf(value) === type;

/** Shows a value in a message, cut off. */
const shown = (value: unknown): string => cutText(JSON.stringify(value), 80);

const isDigits = (value: unknown): value is string =>
  typeof value === "string" && /^[+-]?\d+(\.\d+)?$/.test(value.trim());

/** The value of a JSON text; the text itself if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value that a model meant: many of them write numbers, flags, lists and objects as texts, and a seed as a number. */
function meant(value: unknown, type: ValueSchema["type"]): unknown {
  if (type === "string") return Number.isSafeInteger(value) ? String(value) : value;
  if (typeof value !== "string") return value;
  if (type === "integer" || type === "number") return isDigits(value) ? Number(value) : value;
  const of = parsed(value);
  return isOfType(of, type) ? of : value;
}

function readSimple(value: unknown, schema: SimpleSchema, name: string): unknown {
  if (!isOfType(value, schema.type)) throw argumentInvalid(name, schema.type, shown(value), "");
  if (schema.enum !== undefined && typeof value === "string" && !schema.enum.includes(value))
    throw argumentInvalid(name, schema.enum.join(", "), shown(value), didYouMean(value, schema.enum));
  if (typeof value !== "number") return value;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value < minimum) throw argumentInvalid(name, `at least ${minimum}`, shown(value), "");
  if (value > maximum) throw argumentInvalid(name, `at most ${maximum}`, shown(value), "");
  return value;
}

function readValue(given: unknown, schema: ValueSchema, name: string): unknown {
  const value = meant(given, schema.type);
  if ("properties" in schema) return readObject(value, schema, name);
  if (!("items" in schema)) return readSimple(value, schema, name);
  if (!Array.isArray(value)) throw argumentInvalid(name, "an array", shown(value), "");
  return value.map((item: unknown, index) => readValue(item, schema.items, `${name}[${index}]`));
}

/**
 * The arguments in the types of the schema. Throws `MCP_ARGUMENT_...`. `name` is the name of the argument; empty for
 * the arguments as a whole.
 */
export function readObject(
  value: unknown,
  schema: ObjectSchema,
  name = "",
): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw argumentInvalid(name || "arguments", "an object", shown(value), "");
  const known = Object.keys(schema.properties);
  const place = (member: string): string => (name === "" ? member : `${name}.${member}`);
  const unknown = Object.keys(value).find((member) => !Object.hasOwn(schema.properties, member));
  if (unknown !== undefined && schema.additionalProperties === false)
    throw argumentUnknown(place(unknown), unknown, known);
  for (const member of schema.required ?? [])
    if (value[member] === undefined) throw argumentMissing(place(member));
  const read = Object.entries(schema.properties).flatMap(([member, of]) =>
    value[member] === undefined ? [] : [[member, readValue(value[member], of, place(member))] as const],
  );
  return { ...value, ...Object.fromEntries(read) };
}
