// Converts and checks one literal input: its type, its range, and whether it is among the choices.
import { existingFile } from "../files/annotated-name.js";
import type { InputSpec } from "../node/input-spec.js";
import type { NodeFolders } from "../node/node.js";
import { jsonSpec, jsonValue } from "./json-form.js";
import { choicesOf } from "./object-info.js";
import { floatText, repr, toBoolean, toFloat, toInteger, toText } from "../python/conversions.js";
import type { Integer } from "../python/conversions.js";
import { PythonError } from "../python/python-error.js";

/** One entry of `node_errors[id].errors`. */
export interface InputError {
  readonly type: string;
  readonly message: string;
  readonly details: string;
  readonly extra_info: Readonly<Record<string, unknown>>;
}

export type ValueCheckResult = { readonly value: unknown } | { readonly error: InputError };

/**
 * Returns the value that the node receives, or the error that is reported. With `checkedByNode` the value is converted
 * but not checked.
 */
export function checkValue(
  name: string,
  spec: InputSpec,
  sent: unknown,
  { checkedByNode = false } = {},
): ValueCheckResult {
  const literal = unwrap(sent);
  let value: unknown;
  try {
    value = convert(spec[0], literal);
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    return { error: conversionFailed(name, spec, literal, error.message) };
  }
  if (checkedByNode) return { value };
  const error = outOfRange(name, spec, value) ?? notInList(name, spec, value);
  return error ? { error } : { value };
}

/** The error for a file that does not exist. */
export function checkFile(name: string, value: string, folders: NodeFolders): InputError | undefined {
  if (existingFile(value, folders) !== undefined) return undefined;
  return {
    type: "custom_validation_failed",
    message: "Custom validation failed for node",
    details: `${name} - Invalid image file: ${value}`,
    extra_info: { input_name: name },
  };
}

/** Graphs contain a literal list as `{"__value__": [...]}`, because a plain list is a link. */
function unwrap(value: unknown): unknown {
  return typeof value === "object" && value !== null && "__value__" in value ? value.__value__ : value;
}

function convert(type: InputSpec[0], value: unknown): unknown {
  switch (type) {
    case "INT":
      return toInteger(value);
    case "FLOAT":
      return toFloat(value);
    case "STRING":
      return toText(value);
    case "BOOLEAN":
      return toBoolean(value);
    default:
      return value;
  }
}

function conversionFailed(name: string, spec: InputSpec, value: unknown, message: string): InputError {
  return {
    type: "invalid_input_type",
    message: `Failed to convert an input value to a ${String(spec[0])} value`,
    details: `${name}, ${toText(value)}, ${message}`,
    extra_info: {
      input_name: name,
      input_config: jsonSpec(spec),
      received_value: value,
      exception_message: message,
    },
  };
}

function outOfRange(name: string, spec: InputSpec, value: unknown): InputError | undefined {
  if (typeof value !== "number" && typeof value !== "bigint") return undefined;
  const { min, max } = (spec[1] ?? {}) as { min?: Integer; max?: Integer };
  const text = (number: Integer): string => (spec[0] === "FLOAT" ? floatText(number) : String(number));
  const extra_info = {
    input_name: name,
    input_config: jsonSpec(spec),
    received_value: jsonValue(spec, value),
  };
  if (min !== undefined && value < min) {
    const message = `Value ${text(value)} smaller than min of ${text(min)}`;
    return { type: "value_smaller_than_min", message, details: name, extra_info };
  }
  if (max !== undefined && value > max) {
    const message = `Value ${text(value)} bigger than max of ${text(max)}`;
    return { type: "value_bigger_than_max", message, details: name, extra_info };
  }
  return undefined;
}

/**
 * The longest list of choices that a message quotes. Longer lists are summarized in the message and omitted from
 * `input_config`.
 */
const LONGEST_QUOTED_LIST = 20;

function notInList(name: string, spec: InputSpec, value: unknown): InputError | undefined {
  const choices = choicesOf(spec);
  if (choices === undefined || choices.includes(value)) return undefined;
  const long = choices.length > LONGEST_QUOTED_LIST;
  return {
    type: "value_not_in_list",
    message: "Value not in list",
    details: `${name}: '${toText(value)}' not in ${long ? `(list of length ${choices.length})` : repr(choices)}`,
    extra_info: { input_name: name, input_config: long ? null : spec, received_value: value },
  };
}
