// Reads JSON of unknown shape: each function returns an empty value if the type is not the expected one.

import { isRecord, isString } from "@pictor/kernel/plugin";

export type Fields = Readonly<Record<string, unknown>>;

/** The members of a JSON object; an empty record for any other value. */
export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** The elements of a JSON array; none for any other value. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

/** The strings in a JSON array. */
export const textsOf = (value: unknown): readonly string[] => itemsOf(value).filter(isString);
