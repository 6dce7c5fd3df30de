// How the real server, a Python program, converts and prints values; its messages are part of the wire.

/** Thrown by the conversions below with the message that Python would give. */
export class ConversionError extends Error {}

export type Integer = number | bigint;

/** `int(x)`: text is read in base 10, fractions are cut, booleans count as 0 and 1. */
export function toInteger(value: unknown): Integer {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number" && Number.isFinite(value)) return narrow(BigInt(Math.trunc(value)));
  if (typeof value === "string") {
    if (/^\s*[+-]?\d+(_\d+)*\s*$/.test(value)) return narrow(BigInt(value.trim().replace(/[_+]/g, "")));
    throw new ConversionError(`invalid literal for int() with base 10: ${repr(value)}`);
  }
  throw new ConversionError(
    `int() argument must be a string, a bytes-like object or a real number, not '${typeName(value)}'`,
  );
}

/** `float(x)`. */
export function toFloat(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string") {
    if (/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return Number(value);
    throw new ConversionError(`could not convert string to float: ${repr(value)}`);
  }
  throw new ConversionError(`float() argument must be a string or a real number, not '${typeName(value)}'`);
}

/** `str(x)`. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : repr(value);
}

/** `bool(x)`: every non-empty text is true, "false" too. */
export function toBoolean(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** `repr(x)` for JSON values. */
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
  return (value as Integer).toString();
}

/** A float as Python prints it: `101.0`, not `101`. */
export function floatText(value: Integer): string {
  return Number.isInteger(Number(value)) ? `${Number(value)}.0` : String(value);
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return "NoneType";
  return Array.isArray(value) ? "list" : "dict";
}

function narrow(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
