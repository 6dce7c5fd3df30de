// Values that pass through hooks cannot be changed in place: plain objects and arrays are frozen all the way down.

const frozen = new WeakSet();

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
};

/**
 * Freezes plain data deeply and returns it. Class instances, functions and typed arrays are left alone (freezing a
 * non-empty typed array throws). What was frozen before is not walked again.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || frozen.has(value) || !isPlain(value)) return value;
  frozen.add(value);
  Object.freeze(value);
  for (const entry of Object.values(value)) deepFreeze(entry);
  return value;
}
