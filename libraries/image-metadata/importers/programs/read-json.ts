// Reads the JSON in a text of an image, whose numbers beyond 2^53 stay as digits.

import { isJsonObject, isShallow, type JsonObject } from "../../base/json.js";

/** Seeds of 64 bits would lose digits as numbers. */
const withTexts = (json: string): string =>
  json.replace(
    /("(?:[^"\\]|\\.)*")|(?<![\w.+-])(\d{16,20})(?![\w.])/g,
    (whole, text?: string, digits?: string) => (digits === undefined ? (text ?? whole) : `"${digits}"`),
  );

/** The object in the text; undefined if the text is no object. Some programs write NaN, which is read as null. */
export function readJsonObject(text: string | undefined): JsonObject | undefined {
  if (text === undefined || !/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(withTexts(text));
    return isJsonObject(value) && isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
