// How the server converts a literal to the type of its input, as Python's int(), float(), str() and bool() do. Pure.

import type { InputValue } from "@pictor/kernel";

/** The value that the node gets; undefined if the server refuses the given value. */
type Conversion = (value: InputValue) => InputValue | undefined;

const narrow = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

function toInteger(value: InputValue): number | bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? Math.trunc(value) : undefined;
  if (typeof value !== "string" || !/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(value)) return undefined;
  return narrow(BigInt(value.trim().replace(/[_+]/g, "")));
}

const decimal = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;

function toFraction(value: InputValue): number | bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || !decimal.test(value.trim())) return undefined;
  const number = Number(value.trim().replaceAll("_", ""));
  return Number.isFinite(number) ? number : undefined;
}

const pythonWords: ReadonlyMap<InputValue, string> = new Map<InputValue, string>([
  [null, "None"],
  [true, "True"],
  [false, "False"],
]);

const toText = (value: InputValue): string =>
  typeof value === "string"
    ? value
    : (pythonWords.get(value) ?? (typeof value === "object" ? JSON.stringify(value) : String(value)));

/** Every text but the empty one is true, even "false". */
const toBoolean = (value: InputValue): boolean =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);

const conversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ["INT", toInteger],
  ["FLOAT", toFraction],
  ["STRING", toText],
  ["BOOLEAN", toBoolean],
]);

/** Whether the server converts the values of inputs of this type. */
export const isConverted = (type: string): boolean => conversions.has(type);

/** The value that a node gets for an input of a type that is converted. */
export const convertLiteral = (value: InputValue, type: string): InputValue | undefined =>
  conversions.get(type)?.(value);

/** The server compares numbers and booleans as Python does: `1`, `1.0` and `true` are equal. */
export const isSameChoice = (value: InputValue, option: string | number | boolean): boolean =>
  value === option ||
  (typeof option !== "string" &&
    ["number", "bigint", "boolean"].includes(typeof value) &&
    Number(value) === Number(option));
