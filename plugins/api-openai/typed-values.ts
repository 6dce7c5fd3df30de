// Reads parameters as values of their types. A form has texts alone, so a text becomes a number or a truth value there.

import { parameterInvalid } from "./faults.js";
import type { Fields } from "./read-fields.js";
import type { Field } from "./models.js";

const numberPattern = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** The value of a setting, in its type as far as a text tells it; the server checks it. */
export function settingValue(value: unknown, field: Field | undefined, isForm: boolean): unknown {
  const type = field?.["type"];
  // Pictor takes a seed of 64 bits as a text.
  if (type === "string" && typeof value === "number") return String(value);
  if (!isForm || typeof value !== "string") return value;
  if ((type === "number" || type === "integer") && numberPattern.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if (type !== "array" && type !== "object") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Undefined if the parameter is absent. Throws `OPENAI_PARAMETER_INVALID`. */
export function readText({ values }: Fields, name: string): string | undefined {
  const value = values[name];
  if (value === undefined || typeof value === "string") return value;
  throw parameterInvalid(name, "a text", value);
}

/** As `readText`, for an integer within limits. */
export function readInteger(fields: Fields, name: string, min: number, max: number): number | undefined {
  const given = fields.values[name];
  if (given === undefined) return undefined;
  const value = settingValue(given, { type: "integer" }, fields.isForm);
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw parameterInvalid(name, `an integer from ${min} to ${max}`, given);
}

/** As `readText`, for `true` or `false`; false if the parameter is absent. */
export function readBoolean(fields: Fields, name: string): boolean {
  const given = fields.values[name];
  const value = settingValue(given, { type: "boolean" }, fields.isForm);
  if (value === undefined || typeof value === "boolean") return value ?? false;
  throw parameterInvalid(name, "true or false", given);
}

/** As `readText`, for one of several words. */
export function readWord<const Word extends string>(
  fields: Fields,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = fields.values[name];
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw parameterInvalid(name, words.join(" or "), given);
}
