// One input of a node class, in each of the forms that servers write: pure.

import type { BroughtInputs, InputSpec, Json } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf } from "../fields.js";
import type { Fields } from "../fields.js";
import { byHandOf } from "./by-hand.js";
import { broughtParts, chosenParts, grownParts } from "./dynamic-inputs.js";

/** The inputs of a group (`required` or `optional`): name to `[TYPE]` or `[TYPE, options]`. */
export const inputsOf = (group: unknown, required: boolean): readonly InputSpec[] =>
  Object.entries(fieldsOf(group)).flatMap(([name, spec]) => specsOf(name, required, itemsOf(spec)));

/** TYPE is a name or, in the older form of a choice, the list of its values. A dynamic input is several. */
function specsOf(name: string, required: boolean, [type, second]: readonly unknown[]): readonly InputSpec[] {
  const options = fieldsOf(second);
  if (type === "COMFY_AUTOGROW_V3") return grown(name, fieldsOf(options["template"]));
  const values = choicesOf(type, options);
  const spec: InputSpec = {
    name,
    // A slot that brings inputs of its own may stay empty.
    required: required && type !== "COMFY_DYNAMICSLOT_V3",
    type: typeOf(type),
    ...(values === undefined ? {} : { options: values.filter(isChoice) }),
    ...(Array.isArray(type) ? { listed: true } : {}),
    ...limit("min", options),
    ...limit("max", options),
    ...(options["default"] === undefined ? {} : { default: asJson(options["default"]) }),
    ...(isLenient(options) || values?.every(isChoice) === false ? { lenient: true } : {}),
    ...byHandOf(name, type, options),
  };
  if (type !== "COMFY_DYNAMICCOMBO_V3") return [spec];
  const brings = itemsOf(options["options"]).flatMap((option): BroughtInputs[] => {
    const { key, inputs } = fieldsOf(option);
    return isChoice(key) ? [{ value: key, inputs: broughtParts(name, partsOf(inputs)) }] : [];
  });
  return [{ ...spec, brings }, ...chosenParts(brings.map(({ inputs }) => inputs))];
}

/** The inputs inside of another one. */
function partsOf(groups: unknown): readonly InputSpec[] {
  const { required, optional } = fieldsOf(groups);
  return [...inputsOf(required, false), ...inputsOf(optional, false)];
}

function grown(name: string, template: Fields): readonly InputSpec[] {
  const [spec] = partsOf(template["input"]);
  return spec === undefined ? [] : grownParts(name, template, spec);
}

/** Wire types of the newer node schema, in the terms of the older one. */
const translated: ReadonlyMap<string, string> = new Map([
  ["COMFY_MATCHTYPE_V3", "*"],
  ["COMFY_DYNAMICCOMBO_V3", "COMBO"],
]);

export function typeOf(type: unknown): string {
  if (Array.isArray(type)) return "COMBO";
  const name = textOf(type) ?? "*";
  return translated.get(name) ?? name;
}

/**
 * The values of a choice in its three forms: the list as the type, `COMBO` with `options.options`, and the dynamic
 * choice whose options are `{ key, inputs }`. None where the list must be fetched elsewhere; undefined for other types.
 */
function choicesOf(type: unknown, options: Fields): readonly unknown[] | undefined {
  if (Array.isArray(type)) return type as unknown[];
  if (type === "COMBO") return itemsOf(options["options"]);
  return type === "COMFY_DYNAMICCOMBO_V3"
    ? itemsOf(options["options"]).map((option) => fieldsOf(option)["key"])
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
