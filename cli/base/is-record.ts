// A type guard for values of unknown shape, such as parsed JSON.

/** Whether a value is an object, but neither null nor an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
