// Freezes values that pass through hooks, so that no handler changes them in place.

const frozen = new WeakSet();

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
};

/**
 * Freezes plain objects and arrays deeply and returns the value. Leaves class instances, functions and typed arrays
 * alone (freezing a non-empty typed array throws). Does not visit frozen data again.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || frozen.has(value) || !isPlain(value)) return value;
  Object.freeze(value);
  frozen.add(value);
  for (const entry of Object.values(value)) deepFreeze(entry);
  return value;
}
