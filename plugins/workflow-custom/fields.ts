// Looking into JSON of unknown shape.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The id of a node or a connection: a number in most files, a text in some. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
