// From the server's description of its node classes (`object_info`) to the catalogue: pure.

import type { Catalog, InputSpec, Json, NodeClass } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf } from "./fields.js";
import type { Fields } from "./fields.js";

/** Reads a whole reply: class name to description. A class whose description is unreadable keeps no inputs. */
export const catalogOf = (objectInfo: unknown): Catalog =>
  new Map(
    Object.entries(fieldsOf(objectInfo)).map(([name, entry]) => [name, nodeClassOf(name, fieldsOf(entry))]),
  );

function nodeClassOf(name: string, entry: Fields): NodeClass {
  const { required, optional } = fieldsOf(entry["input"]);
  return {
    name,
    inputs: [...inputsOf(required, true), ...inputsOf(optional, false)],
    outputs: itemsOf(entry["output"]).map(typeOf),
    isOutput: entry["output_node"] === true,
  };
}

const inputsOf = (group: unknown, required: boolean): readonly InputSpec[] =>
  Object.entries(fieldsOf(group)).map(([name, spec]) => inputOf(name, required, itemsOf(spec)));

/** One input: `[TYPE]` or `[TYPE, options]`, where TYPE is a name or, in the older form of a choice, its values. */
function inputOf(name: string, isRequired: boolean, [type, second]: readonly unknown[]): InputSpec {
  const options = fieldsOf(second);
  // An input that grows is written as `name.part`, one for each connection, and never under its own name.
  const required = isRequired && type !== "COMFY_AUTOGROW_V3";
  const values = choicesOf(type, options);
  return {
    name,
    required,
    type: typeOf(type),
    ...(values === undefined ? {} : { options: values }),
    ...limit("min", options),
    ...limit("max", options),
    ...(options["default"] === undefined ? {} : { default: asJson(options["default"]) }),
    ...(isLenient(options) ? { lenient: true } : {}),
  };
}

/** Wire types of the newer node schema, in the terms of the older one. */
const translated: ReadonlyMap<string, string> = new Map([
  ["COMFY_MATCHTYPE_V3", "*"],
  ["COMFY_DYNAMICCOMBO_V3", "COMBO"],
]);

function typeOf(type: unknown): string {
  if (Array.isArray(type)) return "COMBO";
  const name = textOf(type) ?? "*";
  return translated.get(name) ?? name;
}

/**
 * The values of a choice in its three forms: the list as the type, `COMBO` with `options.options`, and the dynamic
 * choice whose options are `{ key, inputs }`. Undefined where the list must be fetched elsewhere.
 */
function choicesOf(type: unknown, options: Fields): InputSpec["options"] {
  if (Array.isArray(type)) return type.filter(isChoice);
  const listed = options["options"];
  if (!Array.isArray(listed)) return undefined;
  if (type === "COMBO") return listed.filter(isChoice);
  return type === "COMFY_DYNAMICCOMBO_V3"
    ? listed.map((option) => fieldsOf(option)["key"]).filter(isChoice)
    : undefined;
}

const isChoice = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function limit(
  name: "min" | "max",
  options: Fields,
): { readonly min?: number | bigint; readonly max?: number | bigint } {
  const value = options[name];
  return typeof value === "number" || typeof value === "bigint" ? { [name]: value } : {};
}

/** Integers beyond 2^53 are decimal strings in parameters and files. */
const asJson = (value: unknown): Json => (typeof value === "bigint" ? String(value) : (value as Json));

/** Uploads take any file that exists, subfolders included; a choice of several values is a list; a remote list is not ours. */
const isLenient = (options: Fields): boolean =>
  options["multiselect"] === true ||
  Object.entries(options).some(
    ([key, value]) => /_upload$|^remote/.test(key) && value !== false && value !== null,
  );
