// Writes JSON so that integers beyond 2^53 (64-bit seeds) stay exact and whole floats keep their fraction.
import { randomBytes } from "node:crypto";
import { stringifyJson as stringifyExact } from "@pictor/kernel/plugin";

/** Random, so that no text of a client can contain the marker by chance or on purpose. */
const floatMarker = `float:${randomBytes(9).toString("hex")}:`;
const markedFloat = new RegExp(`"${floatMarker}([^"]*)"`, "g");

/** A number that `stringifyJson` writes as Python writes a float: a whole one as `1.0`, and `NaN` without quotes. */
export interface Float {
  toJSON(): unknown;
}

export const float = (value: number): Float => ({
  toJSON: () =>
    Number.isInteger(value) || !Number.isFinite(value) ? `${floatMarker}${floatToken(value)}` : value,
});

function floatToken(value: number): string {
  const token = String(value);
  return /^-?\d+$/.test(token) ? `${token}.0` : token;
}

export function stringifyJson(value: unknown, space?: number): string {
  const text = stringifyExact(value, space);
  return text.includes(floatMarker) ? text.replace(markedFloat, "$1") : text;
}

/**
 * Writes JSON as Python's `json.dumps` does, for the text chunks of PNG files: a space after each comma and colon, and
 * every non-ASCII character escaped.
 */
export function pythonJson(value: unknown): string {
  // Indented JSON has line breaks between members only, because line breaks inside strings are escaped.
  return stringifyJson(value, 1)
    .replace(/,\n */g, ", ")
    .replace(/\n */g, "")
    .replace(
      /[\u007f-\uffff]/g,
      (character) => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0"),
    );
}
