// Converts ajv errors to pointer, expected value, found value, and the nearest known key.

import type { ErrorObject } from "ajv";
import { cutText } from "../cut-text.js";
import { asString } from "../guards.js";
import { didYouMean } from "../nearest.js";

/** An invalid value, described in words. */
export interface Violation {
  /** JSON pointer, such as `#/a/b`. */
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
  /** A suggestion such as ` Did you mean "x"?`; empty if there is none. */
  readonly suggestion: string;
  /** The required property that the object at `pointer` lacks. */
  readonly missing?: string;
}

type Keyword = Readonly<Record<string, unknown>>;

const list = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(", ");
const article = (type: unknown): string =>
  /^[aeiouAEIO]/.test(String(type)) ? `an ${String(type)}` : `a ${String(type)}`;

/** The name of the class of an object, such as `Promise` or `Buffer`; `object` for a plain one. */
function classOf(value: object): string {
  const prototype = Object.getPrototypeOf(value) as {
    readonly constructor?: { readonly name?: unknown };
  } | null;
  const name = prototype?.constructor?.name;
  return typeof name === "string" && name !== "" && name !== "Object" ? name : "object";
}

/** The type of a value, without its content: what may be said about a secret. */
export function describeType(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (value === "") return "an empty string";
  return article(Array.isArray(value) ? "array" : typeof value === "object" ? classOf(value) : typeof value);
}

/** Describes a value by its type and abbreviated content. */
export function describeValue(value: unknown): string {
  const type = describeType(value);
  if (typeof value === "string" && value !== "") return `${type}: ${cutText(JSON.stringify(value), 60)}`;
  return ["number", "boolean", "bigint"].includes(typeof value)
    ? `${type}: ${cutText(String(value), 60)}`
    : type;
}

/** Whether a schema describes a secret, or a group or list that contains secrets. */
const holdsSecret = (schema: unknown): boolean =>
  typeof schema === "object" &&
  schema !== null &&
  ((schema as Keyword)["x-secret"] === true || Object.values(schema).some(holdsSecret));

/** Describes the expected value, for each keyword of JSON Schema, from the parameters of ajv's error and the schema. */
const wants: Readonly<Record<string, (params: Keyword, schema: Keyword) => string | undefined>> = {
  type: (params) => article(params["type"]),
  const: (params) => JSON.stringify(params["allowedValue"]),
  enum: (params) => `one of ${list(params["allowedValues"] as readonly unknown[])}`,
  minimum: (params) => `at least ${String(params["limit"])}`,
  maximum: (params) => `at most ${String(params["limit"])}`,
  exclusiveMinimum: (params) => `more than ${String(params["limit"])}`,
  multipleOf: (params) => `a multiple of ${String(params["multipleOf"])}`,
  minLength: ({ limit }) => (limit === 1 ? "a non-empty text" : `at least ${String(limit)} characters`),
  maxLength: (params) => `at most ${String(params["limit"])} characters`,
  minItems: (params) => `at least ${String(params["limit"])} entries`,
  maxItems: (params) => `at most ${String(params["limit"])} entries`,
  maxProperties: (params) => `at most ${String(params["limit"])} keys`,
  minProperties: (params) => `at least ${String(params["limit"])} keys`,
  uniqueItems: () => "entries that differ",
  // The comment beside a pattern says its form in words.
  pattern: (params, schema) =>
    asString(schema["$comment"]) ?? `a text of the form ${String(params["pattern"])}`,
  not: (_params, schema) => {
    const refused = (schema["not"] as Keyword | undefined)?.["enum"] as readonly unknown[] | undefined;
    return refused && `none of ${list(refused)}`;
  },
  format: (params) => formats[String(params["format"])] ?? `the format ${String(params["format"])}`,
};
const formats: Readonly<Record<string, string>> = {
  uri: "an absolute address",
  path: "the path of a file or folder",
  uint64: "a whole number from 0 to 18446744073709551615, in decimal digits",
  semver: 'an exact version such as "1.2.3"',
  "semver-range": 'a version range such as "^1.2.0"',
};

/** Describes that the object at `pointer` lacks a required property; `beside` says with which other one it is required. */
export const missingKey = (pointer: string, missing: string, beside = ""): Violation => ({
  pointer,
  expected: `the key ${JSON.stringify(missing)}${beside}`,
  found: "nothing under that name",
  suggestion: "",
  missing,
});

/** Describes one error. `error.data` requires ajv's option `verbose`. */
export function explainViolation(error: ErrorObject): Violation {
  const params = error.params as Keyword;
  const schema = (error.parentSchema ?? {}) as Keyword;
  const pointer = `#${error.instancePath}`;
  if (error.keyword === "additionalProperties" || error.keyword === "unevaluatedProperties") {
    const key = String(params["additionalProperty"]);
    const known = Object.keys((schema["properties"] as object | undefined) ?? {});
    const expected = known.length === 0 ? "no keys here" : `one of the keys ${list(known)}`;
    return {
      pointer,
      expected,
      found: `the unknown key ${JSON.stringify(key)}`,
      suggestion: didYouMean(key, known),
    };
  }
  if (error.keyword === "required" || error.keyword === "dependentRequired") {
    const missing = String(params["missingProperty"]);
    const beside = params["property"] === undefined ? "" : ` beside ${JSON.stringify(params["property"])}`;
    return missingKey(pointer, missing, beside);
  }
  const expected = wants[error.keyword]?.(params, schema) ?? error.message ?? error.keyword;
  const allowed = (params["allowedValues"] as readonly unknown[] | undefined) ?? [];
  const options = allowed.filter((value): value is string => typeof value === "string");
  return {
    pointer,
    expected,
    found: (holdsSecret(schema) ? describeType : describeValue)(error.data),
    suggestion: typeof error.data === "string" ? didYouMean(error.data, options) : "",
  };
}
