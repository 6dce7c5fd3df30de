// Parses one input of a node class, in each of the forms that servers use: pure.

import { asFiniteNumber, asString, recordOrEmpty } from "@pictor/kernel/plugin";
import type { DynamicInputs, InputSpec, Json } from "@pictor/kernel/plugin";
import { itemsOf, textsOf, type Fields } from "../base/json-fields.js";
import { widgetOf } from "./widget-inputs.js";
import { inputsOfComboValue, autogrowInputs, dynamicComboInputs } from "./dynamic-inputs.js";

/** Number of rows of a group without `max`, as the graph editor bounds it. */
const defaultMaxRows = 50;

/**
 * The inputs of a group (`required` or `optional`), which maps each name to `[TYPE]` or `[TYPE, options]`. The names in
 * `order` come first: editor files list the values of inputs by it, and an object of JSON has no order that each server
 * keeps, and none for names that are numbers.
 */
export function inputsOf(group: unknown, required: boolean, order: unknown = []): readonly InputSpec[] {
  const fields = recordOrEmpty(group);
  const named = textsOf(order).filter((name) => Object.hasOwn(fields, name));
  return [...new Set([...named, ...Object.keys(fields)])].flatMap((name) =>
    specsOf(name, required, itemsOf(fields[name])),
  );
}

/** TYPE is a name or, in the older form of a choice, the list of its values. A dynamic input yields several specs. */
function specsOf(name: string, required: boolean, [type, second]: readonly unknown[]): readonly InputSpec[] {
  const options = recordOrEmpty(second);
  if (type === "COMFY_AUTOGROW_V3") return autogrowInput(name, recordOrEmpty(options["template"]));
  if (type === "COMFY_DYNAMICSLOT_V3") return slotInputs(name, options);
  if (type === "COMFY_DYNAMICGROUP_V3") return [rowsInput(name, options)];
  const values = choicesOf(type, options);
  const spec: InputSpec = {
    name,
    required,
    type: typeOf(type),
    ...(values === undefined ? {} : { options: values.filter(isChoice) }),
    ...(Array.isArray(type) ? { legacyCombo: true } : {}),
    ...limit("min", options),
    ...limit("max", options),
    ...(options["default"] === undefined ? {} : { default: asJson(options["default"]) }),
    ...(isLenient(options) || values?.every(isChoice) === false ? { lenient: true } : {}),
    ...(isUpload(options) ? { upload: true } : {}),
    ...furtherInputs(options),
    ...(values !== undefined && options["multiselect"] === true && !isLenient(options)
      ? { multiselect: true }
      : {}),
    ...widgetOf(name, required, type, options),
  };
  if (type !== "COMFY_DYNAMICCOMBO_V3") return [spec];
  const dynamicInputs = itemsOf(options["options"]).flatMap((option): DynamicInputs[] => {
    const { key, inputs } = recordOrEmpty(option);
    return isChoice(key) ? [{ value: key, inputs: inputsOfComboValue(name, nestedInputs(inputs)) }] : [];
  });
  return [{ ...spec, dynamicInputs }, ...dynamicComboInputs(dynamicInputs.map(({ inputs }) => inputs))];
}

/** The inputs that another input contains. */
function nestedInputs(groups: unknown): readonly InputSpec[] {
  const { required, optional } = recordOrEmpty(groups);
  return [...inputsOf(required, true), ...inputsOf(optional, false)];
}

/** A slot that may stay unconnected, and the inputs that a link to it adds. */
function slotInputs(name: string, options: Fields): readonly InputSpec[] {
  const linkedInputs = inputsOfComboValue(name, nestedInputs(options["inputs"]));
  const slot = { name, required: false, type: typeOf(options["slotType"]), linkedInputs };
  return [slot, ...linkedInputs.map((input) => ({ ...input, required: false }))];
}

/** Rows of fields. The editor saves their number before them. */
const rowsInput = (name: string, { template, min, max }: Fields): InputSpec => ({
  name,
  required: false,
  type: "COMFY_DYNAMICGROUP_V3",
  widget: {},
  rows: {
    min: asFiniteNumber(min) ?? 0,
    max: asFiniteNumber(max) ?? defaultMaxRows,
    inputs: nestedInputs(template),
  },
});

function autogrowInput(name: string, template: Fields): readonly InputSpec[] {
  const [spec] = nestedInputs(template["input"]);
  return spec === undefined ? [] : autogrowInputs(name, template, spec);
}

/** Types of the newer node schema, mapped to those of the older one. */
const olderTypes: ReadonlyMap<string, string> = new Map([
  ["COMFY_MATCHTYPE_V3", "*"],
  ["COMFY_DYNAMICCOMBO_V3", "COMBO"],
]);

export function typeOf(type: unknown): string {
  if (Array.isArray(type)) return "COMBO";
  const name = asString(type) ?? "*";
  return olderTypes.get(name) ?? name;
}

/**
 * The values of a choice in its three forms: the list as the type, `COMBO` with `options.options`, and the dynamic choice
 * whose options are `{ key, inputs }`. Empty if the values come from another address; undefined for other types.
 */
function choicesOf(type: unknown, options: Fields): readonly unknown[] | undefined {
  if (Array.isArray(type)) return type as unknown[];
  if (type === "COMBO") return itemsOf(options["options"]);
  return type === "COMFY_DYNAMICCOMBO_V3"
    ? itemsOf(options["options"]).map((option) => recordOrEmpty(option)["key"])
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

/** Parameters and files store integers beyond 2^53 as decimal strings. */
const asJson = (value: unknown): Json => (typeof value === "bigint" ? String(value) : (value as Json));

/** Video Helper Suite describes the inputs of each format as `[name, type, options]`. */
function furtherInputs({ formats }: Fields): Pick<InputSpec, "furtherInputs"> {
  const names = Object.values(recordOrEmpty(formats)).flatMap((inputs) =>
    itemsOf(inputs).flatMap((input) => asString(itemsOf(input)[0]) ?? []),
  );
  return names.length === 0 ? {} : { furtherInputs: [...new Set(names)] };
}

/** The values of a `remote` input come from another address, although its files can be uploaded. */
const isUpload = (options: Fields): boolean =>
  Object.entries(options).some(([key, value]) => key.endsWith("_upload") && value === true) &&
  options["remote"] === undefined;

/** Whether values outside the list are accepted: any uploaded file, or values from another address. */
const isLenient = (options: Fields): boolean =>
  Object.entries(options).some(
    ([key, value]) => /_upload$|^remote/.test(key) && value !== false && value !== null,
  );
