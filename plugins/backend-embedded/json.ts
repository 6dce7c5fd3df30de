// The one JSON codec of this package: integers beyond 2^53 stay exact (64-bit seeds), floats that clients of other
// languages can tell from integers are written as such, text for PNG stays ASCII.
import { randomBytes } from "node:crypto";
import { parseJson, stringifyJson as stringifyExact } from "@pictor/kernel/plugin";

export { parseJson };

const mark = `float:${randomBytes(9).toString("hex")}:`;
const marked = new RegExp(`"${mark}([^"]*)"`, "g");

/** A number that is written as Python writes a float: with a fraction even when it is whole, and `NaN` without quotes. */
export interface Float {
  toJSON(): unknown;
}

export const float = (value: number): Float => ({
  toJSON: () => (Number.isInteger(value) || !Number.isFinite(value) ? `${mark}${floatToken(value)}` : value),
});

function floatToken(value: number): string {
  const token = String(value);
  return /^-?\d+$/.test(token) ? `${token}.0` : token;
}

export function stringifyJson(value: unknown, space?: number): string {
  const text = stringifyExact(value, space);
  return text.includes(mark) ? text.replace(marked, "$1") : text;
}

/**
 * JSON in the form that Python's `json.dumps` writes into PNG text chunks: a space behind each comma and colon, and
 * every non-ASCII character escaped.
 */
export function pythonJson(value: unknown): string {
  // A line break stands between members only; in texts it is escaped.
  return stringifyJson(value, 1)
    .replace(/,\n */g, ", ")
    .replace(/\n */g, "")
    .replace(
      /[\u007f-\uffff]/g,
      (character) => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0"),
    );
}

/** Narrows to a plain JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
