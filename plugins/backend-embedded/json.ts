// The one JSON codec of this package: integers beyond 2^53 stay exact (64-bit seeds), floats that clients of other
// languages can tell from integers are written as such, text for PNG stays ASCII.
import { randomBytes } from "node:crypto";
import { parseJson, stringifyJson as stringifyExact } from "@pictor/kernel/plugin";

export { parseJson };

const mark = `float:${randomBytes(9).toString("hex")}:`;
const marked = new RegExp(`"${mark}([^"]*)"`, "g");

/** A number that is written with a fraction even when it is whole, as Python writes a float. */
export interface Float {
  toJSON(): unknown;
}

export const float = (value: number): Float => ({
  toJSON: () => (Number.isInteger(value) ? `${mark}${value}.0` : value),
});

export function stringifyJson(value: unknown, space?: number): string {
  const text = stringifyExact(value, space);
  return text.includes(mark) ? text.replace(marked, "$1") : text;
}

/** JSON with every non-ASCII character escaped, the form that Python's `json.dumps` writes into PNG text chunks. */
export function asciiJson(value: unknown): string {
  return stringifyJson(value).replace(
    /[\u007f-\uffff]/g,
    (character) => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/** Narrows to a plain JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
