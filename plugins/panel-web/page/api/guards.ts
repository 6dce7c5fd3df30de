// Tells what a value of unknown type is. Pure.

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const recordOrEmpty = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};

/** The value if it is a string with content. */
export const filledText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The entries of a record that are records themselves, for what the browser has kept. */
export const recordsIn = (values: object): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, never] => isRecord(entry[1])));

/** The value if it is a list of texts, for what the browser has kept. */
export const acceptTexts = (value: unknown): readonly string[] | undefined =>
  isTextList(value) ? value : undefined;

export const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
