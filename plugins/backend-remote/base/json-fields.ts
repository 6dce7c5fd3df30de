// Reads JSON of unknown shape: each function returns the value if it has the expected type, otherwise nothing.

import { isRecord, isString, parseJson } from "@pictor/kernel/plugin";

export type Fields = Readonly<Record<string, unknown>>;

/** The members of a JSON object; an empty record for any other value. */
export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

export const textsOf = (value: unknown): readonly string[] => itemsOf(value).filter(isString);

/** The parsed value of a text; undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
