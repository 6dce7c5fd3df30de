// Reads JSON of unknown shape: each function returns an empty value if the type is not the expected one.

import { isString } from "@pictor/kernel/plugin";

export type Fields = Readonly<Record<string, unknown>>;

/** The elements of a JSON array; none for any other value. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

/** The strings in a JSON array. */
export const textsOf = (value: unknown): readonly string[] => itemsOf(value).filter(isString);
