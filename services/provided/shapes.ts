// Checks of the shapes of values, composed of small functions. A check that succeeds allocates nothing.

import { describeValue, isRecord } from "@pictor/kernel";

/** The first part of a value that is wrong. */
export interface Mismatch {
  /** The members that lead to it, from the outside in. */
  readonly path: readonly (string | number)[];
  readonly found: string;
  readonly expected: string;
}

/** Returns undefined for a value of the right shape. */
export type Check = (value: unknown) => Mismatch | undefined;

const within = (key: string | number, inner: Mismatch): Mismatch => ({
  ...inner,
  path: [key, ...inner.path],
});

/** A check with a test of its own. The content of a secret is not described. */
export const a =
  (expected: string, test: (value: unknown) => boolean, isSecret = false): Check =>
  (value) =>
    test(value) ? undefined : { path: [], found: describeValue(value, isSecret), expected };

export const anything: Check = () => undefined;
export const aText = a("a string", (value) => typeof value === "string");
export const aSecretText = a("a string", (value) => typeof value === "string", true);
export const aName = a("a string that is not empty", (value) => typeof value === "string" && value !== "");
export const aNumber = a("a finite number", Number.isFinite);
export const aFlag = a("true or false", (value) => typeof value === "boolean");
export const aFunction = a("a function", (value) => typeof value === "function");
export const anObject = a("an object", isRecord);
export const aMap = a("a Map", (value) => value instanceof Map);

export const oneOf = (...values: readonly string[]): Check =>
  a(`one of ${values.map((value) => JSON.stringify(value)).join(", ")}`, (value) =>
    values.includes(value as string),
  );

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value);

export const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return { path: [], found: describeValue(value), expected: "an array" };
    for (let index = 0; index < value.length; index++) {
      const inner = check(value[index]);
      if (inner !== undefined) return within(index, inner);
    }
    return undefined;
  };

/** An object whose members have any names. */
export const recordOf =
  (check: Check): Check =>
  (value) => {
    if (!isRecord(value)) return anObject(value);
    for (const name of Object.keys(value)) {
      const inner = check(value[name]);
      if (inner !== undefined) return within(name, inner);
    }
    return undefined;
  };

/** An object with these members; others are not looked at. It may be an instance of a class. */
export function members(checks: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(checks);
  return (value) => {
    if (!isRecord(value)) return anObject(value);
    for (const [name, check] of entries) {
      const inner = check(value[name]);
      if (inner !== undefined) return within(name, inner);
    }
    return undefined;
  };
}

/** An object whose member `tag` decides which check applies. */
export function taggedBy(tag: string, checks: Readonly<Record<string, Check>>): Check {
  const known = oneOf(...Object.keys(checks));
  return (value) => {
    if (!isRecord(value)) return anObject(value);
    const name = value[tag];
    if (typeof name === "string" && Object.hasOwn(checks, name)) return checks[name]?.(value);
    const inner = known(name);
    return inner === undefined ? undefined : within(tag, inner);
  };
}

/** All of these checks; the first mismatch counts. */
export const all =
  (...checks: readonly Check[]): Check =>
  (value) => {
    for (const check of checks) {
      const mismatch = check(value);
      if (mismatch !== undefined) return mismatch;
    }
    return undefined;
  };

/** The found value in words, with the place inside the value. */
export function foundIn({ path, found }: Mismatch): string {
  if (path.length === 0) return found;
  const place = path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`),
    "",
  );
  return `"${place}" is ${found}`;
}
