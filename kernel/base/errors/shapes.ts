// Checks of the shapes of values, composed of small functions. A check that succeeds allocates nothing.

import { describeType, describeValue } from "./explain-violation.js";
import { isRecord, recordOrEmpty } from "../guards.js";
import { nearest } from "../nearest.js";

/** The first part of a value that is wrong. */
export interface Mismatch {
  /** The members that lead to it, from the outside in. */
  readonly path: readonly (string | number)[];
  readonly found: string;
  readonly expected: string;
}

/** Returns undefined for a value of the right shape. */
export type Check = (value: unknown) => Mismatch | undefined;

/** The mismatch of a member, as one of the whole value. */
export const within = (key: string | number, inner: Mismatch): Mismatch => ({
  ...inner,
  path: [key, ...inner.path],
});

const isPromise = (value: unknown): boolean => isRecord(value) && typeof value["then"] === "function";

/** The mismatch of a whole value. `describe` is `describeType` for one that may be secret. */
export const mismatch = (value: unknown, expected: string, describe = describeValue): Mismatch => ({
  path: [],
  found: describe(value) + (isPromise(value) ? " (did you forget await?)" : ""),
  expected,
});

/** A check with a test of its own. */
export const a =
  (expected: string, test: (value: unknown) => boolean, describe = describeValue): Check =>
  (value) =>
    test(value) ? undefined : mismatch(value, expected, describe);

export const anything: Check = () => undefined;
export const aText = a("a string", (value) => typeof value === "string");
export const aSecretText = a("a string", (value) => typeof value === "string", describeType);
export const aName = a("a string that is not empty", (value) => typeof value === "string" && value !== "");
export const aNumber = a("a finite number", Number.isFinite);
export const aFlag = a("true or false", (value) => typeof value === "boolean");
export const aFunction = a("a function", (value) => typeof value === "function");
export const anObject = a("an object", isRecord);
export const aMap = a("a Map", (value) => value instanceof Map);

/** ` (did you mean "headers"?)`; empty if no known word is near. */
const meant = (word: string, known: readonly string[]): string => {
  const found = nearest(word, known);
  return found === undefined ? "" : ` (did you mean "${found}"?)`;
};

export const oneOf = (...values: readonly string[]): Check => {
  const shown = values.map((value) => JSON.stringify(value)).join(", ");
  const expected = values.length === 1 ? shown : `one of ${shown}`;
  return (value) => {
    if (values.includes(value as string)) return undefined;
    const wrong = mismatch(value, expected);
    return typeof value === "string" ? { ...wrong, found: wrong.found + meant(value, values) } : wrong;
  };
};

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value);

export const listOf =
  (check: Check, expected = "an array"): Check =>
  (value) => {
    if (!Array.isArray(value)) return mismatch(value, expected);
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

/** A plain object with these members and no others. With the type of the object, no check of a member is forgotten. */
export function exactly<Value = Readonly<Record<string, unknown>>>(
  checks: Readonly<Record<keyof Value, Check>>,
): Check {
  const known = members(checks);
  return (value) => {
    for (const name in recordOrEmpty(value)) {
      if (Object.hasOwn(checks, name)) continue;
      const names = Object.keys(checks);
      const found = `an object with the unknown member "${name}"${meant(name, names)}`;
      return { path: [], found, expected: `no members but ${names.join(", ")}` };
    }
    return known(value);
  };
}

/**
 * What a handler may return. Something else than an object is told what the whole looks like; it can be a credential, and
 * is not described.
 */
export const orNothing =
  (whole: string, check: Check): Check =>
  (value) =>
    isRecord(value) ? check(value) : mismatch(value, `nothing, or ${whole}`, describeType);

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

/** As `taggedBy`: plain objects with the tag, the members of their variant and the common ones, and no others. */
export function exactlyBy(
  tag: string,
  variants: Readonly<Record<string, Readonly<Record<string, Check>>>>,
  common: Readonly<Record<string, Check>> = {},
): Check {
  const entries = Object.entries(variants).map(([name, own]) => [
    name,
    exactly({ [tag]: anything, ...own, ...common }),
  ]);
  return taggedBy(tag, Object.fromEntries(entries) as Readonly<Record<string, Check>>);
}

/** The found value in words, with the place inside the value: `"headers[0][1]" is a number: 7`. */
export function foundIn({ path, found }: Mismatch): string {
  if (path.length === 0) return found;
  const place = path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`),
    "",
  );
  return `"${place}" is ${found}`;
}
