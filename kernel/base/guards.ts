// Type guards for values of unknown shape, such as parsed JSON.

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a value is an object, but neither null nor an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value);

/** The members of an object; none for any other value. */
export const recordOrEmpty = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};

export const isString = (value: unknown): value is string => typeof value === "string";

/** Returns the value if it is a string, otherwise undefined. */
export const asString = (value: unknown): string | undefined => (isString(value) ? value : undefined);

/** Returns the value if it is a string with content, otherwise undefined. */
export const asFilledString = (value: unknown): string | undefined => asString(value) || undefined;

/** Returns the value if it is a finite number, otherwise undefined. JSON such as `1e999` parses to Infinity. */
export const asFiniteNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** All texts in a value, at any depth. */
export const textsIn = (value: unknown): readonly string[] =>
  isString(value) ? [value] : isObject(value) ? Object.values(value).flatMap(textsIn) : [];

/**
 * Whether a value has more than `levels` levels of arrays and objects. Functions that go through a value of somebody else
 * call themselves for each level, so values without a limit could end them.
 */
export const isDeeperThan = (levels: number, value: unknown): boolean =>
  isObject(value) &&
  (levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member)));
