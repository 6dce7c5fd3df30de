// Reading JSON of unknown shape: each function gives the value when it has the type, else nothing.

export type Fields = Readonly<Record<string, unknown>>;

/** The members of a JSON object; none for anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** `1e999` is JSON, and read as Infinity: no number of anything. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

export const textsOf = (value: unknown): readonly string[] =>
  itemsOf(value).filter((item) => typeof item === "string");
