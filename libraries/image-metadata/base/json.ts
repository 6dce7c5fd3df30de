// JSON as plain data, and helpers for its objects.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The entries whose value is not undefined. */
export const withoutUndefined = <Value>(
  entries: Readonly<Record<string, Value | undefined>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  );
