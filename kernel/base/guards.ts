// Narrow guards for values of unknown shape, such as parsed JSON.

/** Whether a value is an object with members: neither null nor an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isString = (value: unknown): value is string => typeof value === "string";

/** The value when it is a string; otherwise undefined. */
export const asString = (value: unknown): string | undefined => (isString(value) ? value : undefined);

/** The value when it is a finite number; otherwise undefined. JSON such as `1e999` parses to Infinity. */
export const asFiniteNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
