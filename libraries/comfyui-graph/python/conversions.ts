// Converts and prints values as Python does. Real servers send the results and the error texts to clients.
import { PythonError } from "./python-error.js";

export type Integer = number | bigint;

/**
 * Python's `int(x)`: strings are read in base 10, fractions are truncated, booleans count as 0 and 1. Throws a PythonError
 * for a value that cannot be converted.
 */
export function toInteger(value: unknown): Integer {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return narrow(BigInt(Math.trunc(value)));
    throw Number.isNaN(value)
      ? new PythonError("ValueError", "cannot convert float NaN to integer")
      : new PythonError("OverflowError", "cannot convert float infinity to integer");
  }
  if (typeof value === "string") {
    if (/^\s*[+-]?\d+(_\d+)*\s*$/.test(value)) return narrow(BigInt(value.trim().replace(/[_+]/g, "")));
    throw new PythonError("ValueError", `invalid literal for int() with base 10: ${repr(value)}`);
  }
  throw new PythonError(
    "TypeError",
    `int() argument must be a string, a bytes-like object or a real number, not '${typeName(value)}'`,
  );
}

const decimal = /^[+-]?(\d+(_\d+)*(\.(\d+(_\d+)*)?)?|\.\d+(_\d+)*)(e[+-]?\d+(_\d+)*)?$/i;

/** Python's `float(x)`. Throws a PythonError for a value that cannot be converted. */
export function toFloat(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string") {
    const text = value.trim();
    if (decimal.test(text)) return Number(text.replaceAll("_", ""));
    const [, sign, word] = /^([+-]?)(inf|infinity|nan)$/i.exec(text) ?? [];
    if (word !== undefined) return word.toLowerCase() === "nan" ? NaN : sign === "-" ? -Infinity : Infinity;
    throw new PythonError("ValueError", `could not convert string to float: ${repr(value)}`);
  }
  throw new PythonError(
    "TypeError",
    `float() argument must be a string or a real number, not '${typeName(value)}'`,
  );
}

/** Python's `str(x)`. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : repr(value);
}

/** Python's `bool(x)`: every non-empty string is true, also "false". */
export function toBoolean(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Python's `repr(x)` for JSON values. */
export function repr(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    const escaped = value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
    return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
  }
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (typeof value === "object") {
    return `{${Object.entries(value)
      .map(([key, item]) => `${repr(key)}: ${repr(item)}`)
      .join(", ")}}`;
  }
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : floatText(value);
  return (value as bigint).toString();
}

/** A float as Python prints it: `101.0`, `1e-07`, `1e+22`, `nan`. */
export function floatText(value: Integer): string {
  const number = Number(value);
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
  const [digits = "", exponent = ""] = number.toExponential().split("e");
  if (Number(exponent) < -4 || Number(exponent) >= 16) {
    return `${digits}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, "0")}`;
  }
  return Number.isInteger(number) ? `${number}.0` : String(number);
}

/** Python's `type(x).__name__` for JSON values; a number without a fraction counts as an integer. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return "NoneType";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (typeof value === "bigint") return "int";
  return Array.isArray(value) ? "list" : "dict";
}

function narrow(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
