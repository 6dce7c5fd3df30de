// Reads values from JSON of unknown shape.

export type JsonFields = Readonly<Record<string, unknown>>;

export const listOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The id of a node or a link as text. Most files write it as a number, some as text. */
export const idOrUndefined = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
