// Reads typed settings from a card or a module of a Stability Matrix project.

import { isJsonObject, type JsonObject } from "../../base/json.js";
import { parseInteger, parseNumber, parseSeed } from "../setting-values.js";
import { findField } from "./lenient-json.js";

/** A non-empty text, or the text in the name field of an object. */
export function textFrom(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  const name = isJsonObject(value)
    ? findField(value, "Name", "RelativePath", "FileName", "Value")
    : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** The name of a file or another choice. Undefined for `None` and `Default`, with or without parentheses. */
export function choiceFrom(value: unknown): string | undefined {
  const name = textFrom(value);
  return name === undefined || /^\(?(none|default)\)?$/i.test(name) ? undefined : name;
}

export const booleanFrom = (value: unknown): boolean | undefined =>
  typeof value === "boolean" ? value : undefined;

const readers = {
  number: parseNumber,
  integer: parseInteger,
  seed: parseSeed,
  text: textFrom,
  lowercase: (value: unknown) => textFrom(value)?.toLowerCase(),
  choice: choiceFrom,
  boolean: booleanFrom,
} as const;

/** Maps a setting of Pictor to its type and to the field names that Stability Matrix may use for it. */
export type SettingSources = Readonly<Record<string, readonly [keyof typeof readers, ...string[]]>>;

/** The settings whose field exists and has a value of the right type. */
export const readSettings = (root: unknown, sources: SettingSources): JsonObject =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([setting, [type, ...names]]) => {
      const value = readers[type](findField(root, ...names));
      return value === undefined ? [] : [[setting, value] as const];
    }),
  );

/** Whether one of the switches is on. */
export const isOn = (card: unknown, ...switches: readonly string[]): boolean =>
  switches.some((name) => booleanFrom(findField(card, name)) === true);

/** Whether a switch is off. An absent switch counts as on. */
export const isOff = (card: unknown, name: string): boolean => booleanFrom(findField(card, name)) === false;
