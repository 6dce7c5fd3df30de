// Reads the JSON in a text of an image.

import { parseJsonOrUndefined } from "@pictor/kernel/plugin";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.js";

/** The value with integers beyond 2^53, such as seeds of 64 bits, as texts of digits. */
function withDigits(value: unknown): Json {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(withDigits);
  if (!isJsonObject(value)) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDigits(inner)]));
}

/** The object in the text; undefined if the text is not an object. Some programs write NaN, which is read as null. */
export function readJsonObject(text: string | undefined): JsonObject | undefined {
  if (text === undefined || !/^\s*\{/.test(text)) return undefined;
  const value = parseJsonOrUndefined(text);
  return isJsonObject(value) ? (withDigits(value) as JsonObject) : undefined;
}

/** The objects in the texts that programs use for settings: in a PNG, and in EXIF data. */
export const commentsIn = (texts: Readonly<Record<string, string>>): readonly JsonObject[] =>
  ["parameters", "UserComment", "user_comment"]
    .map((keyword) => readJsonObject(texts[keyword]))
    .filter((found) => found !== undefined);

export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
