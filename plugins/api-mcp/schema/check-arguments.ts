// Checks the arguments of a tool against its schema, with messages by which a model can correct its call.

import { didYouMean, isDeeperThan, isRecord } from "@pictor/kernel/plugin";
import { argumentInvalid, argumentMissing, argumentUnknown } from "../faults.js";
import { alsoTakes, type ObjectSchema, type SimpleSchema, type ValueSchema } from "./json-schema.js";

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
const shown = (value: unknown): string => {
  const json = JSON.stringify(value);
  return json.length > 80 ? `${json.slice(0, 80)}...` : json;
};

function checkSimple(value: unknown, schema: SimpleSchema, name: string): void {
  const types = [schema.type, ...(schema[alsoTakes] ?? [])];
  if (!types.some((type) => isOfType(value, type)))
    throw argumentInvalid(name, types.join(" or "), shown(value), "");
  if (schema.enum !== undefined && typeof value === "string" && !schema.enum.includes(value))
    throw argumentInvalid(name, schema.enum.join(", "), shown(value), didYouMean(value, schema.enum));
  if (typeof value !== "number") return;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value < minimum) throw argumentInvalid(name, `at least ${minimum}`, shown(value), "");
  if (value > maximum) throw argumentInvalid(name, `at most ${maximum}`, shown(value), "");
}

function checkValue(value: unknown, schema: ValueSchema, name: string): void {
  if ("properties" in schema) {
    if (schema[alsoTakes]?.includes(typeOf(value)) === true) return;
    checkObject(value, schema, name);
    return;
  }
  if (!("items" in schema)) {
    checkSimple(value, schema, name);
    return;
  }
  if (!Array.isArray(value)) throw argumentInvalid(name, "an array", shown(value), "");
  value.forEach((item: unknown, index) => {
    checkValue(item, schema.items, `${name}[${index}]`);
  });
}

/** Throws `MCP_ARGUMENT_...`. `name` is the name of the argument; empty for the arguments as a whole. */
export function checkObject(value: unknown, schema: ObjectSchema, name = ""): void {
  if (!isRecord(value)) throw argumentInvalid(name || "arguments", "an object", shown(value), "");
  const known = Object.keys(schema.properties);
  const place = (member: string): string => (name === "" ? member : `${name}.${member}`);
  const unknown = Object.keys(value).find((member) => !Object.hasOwn(schema.properties, member));
  if (unknown !== undefined && schema.additionalProperties === false)
    throw argumentUnknown(place(unknown), known.join(", "), didYouMean(unknown, known));
  for (const member of schema.required ?? [])
    if (value[member] === undefined) throw argumentMissing(place(member));
  for (const [member, of] of Object.entries(schema.properties))
    if (value[member] !== undefined) checkValue(value[member], of, place(member));
}
