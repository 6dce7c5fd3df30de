// How the server converts a literal to the type of its input, as Python's int(), float(), str() and bool() do. Pure.

import type { InputValue } from "@pictor/kernel";

/** The value that the node gets; undefined if the server refuses the given value. */
type Conversion = (value: InputValue) => InputValue | undefined;

/** Python reads the digits of every script: those of one are ten code points in a row, from its zero on. */
const withLatinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let start = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
    return String((code - start) % 10);
  });

const narrow = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

function toInteger(value: InputValue): number | bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? Math.trunc(value) : undefined;
  const text = typeof value === "string" ? withLatinDigits(value).trim() : "";
  return /^[+-]?\d+(?:_\d+)*$/.test(text) ? narrow(BigInt(text.replace(/[_+]/g, ""))) : undefined;
}

const decimal = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;

const notFinite = /^([+-]?)(nan|inf|infinity)$/i;

function toFraction(value: InputValue): number | bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  const text = typeof value === "string" ? withLatinDigits(value).trim() : "";
  const [, sign, word] = notFinite.exec(text) ?? [];
  if (word !== undefined) return /nan/i.test(word) ? NaN : sign === "-" ? -Infinity : Infinity;
  return decimal.test(text) ? Number(text.replaceAll("_", "")) : undefined;
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
