// JSON as plain data, and helpers for its objects.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Far more levels than any record has, and far fewer than what makes a recursive function fail. */
const maxLevels = 200;

/** Whether a parsed value has at most `levels` lists and objects inside each other. */
export const isShallow = (value: unknown, levels = maxLevels): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

/** The entries whose value is not undefined. */
export const withoutUndefined = <Value>(
  entries: Readonly<Record<string, Value | undefined>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  );
