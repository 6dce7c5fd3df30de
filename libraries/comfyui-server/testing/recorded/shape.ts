// For tests: compares JSON with an expected form, and distinguishes integers from floats by their notation.

/**
 * The form of a JSON value: its type, or the forms of its members in order. `{ "*": shape }` is an object with any names. An
 * array of one shape describes every entry, an array of several is a tuple.
 */
export type Shape =
  | "string"
  | "integer"
  | "float"
  | "number"
  | "boolean"
  | "null"
  | "anything"
  | readonly Shape[]
  | { readonly [name: string]: Shape };

class Float {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Parses JSON; floats (`1.0`, `1e3`) become `Float` objects. */
export function parseWithFloats(text: string): unknown {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') || !/[.eE]/.test(token)
      ? token
      : `{"\u0000float":"${token}"}`.replace("\u0000", "\\u0000"),
  );
  return JSON.parse(marked, (_name, value: unknown) => {
    const float = (value as Record<string, unknown> | null)?.["\u0000float"];
    return typeof float === "string" ? new Float(float) : value;
  });
}

/** Lists the differences, one line per position; empty when the value has the shape. */
export function differences(value: unknown, shape: Shape, position = "$"): string[] {
  if (typeof shape === "string") {
    const found = typeOf(value);
    const fits =
      shape === "anything" || found === shape || (shape === "number" && /^(integer|float)$/.test(found));
    return fits ? [] : [`${position} is ${found}, not ${shape}`];
  }
  if (isList(shape)) return listDifferences(value, shape, position);
  if (typeOf(value) !== "object") return [`${position} is ${typeOf(value)}, not an object`];
  const entries = Object.entries(value as Record<string, unknown>);
  const each = shape["*"];
  if (each !== undefined)
    return entries.flatMap(([name, member]) => differences(member, each, `${position}.${name}`));
  const found = entries.map(([name]) => name).join(" ");
  const expected = Object.keys(shape).join(" ");
  if (found !== expected) return [`${position} has members ${found}, not ${expected}`];
  return entries.flatMap(([name, member]) =>
    differences(member, shape[name] as Shape, `${position}.${name}`),
  );
}

function listDifferences(value: unknown, shape: readonly Shape[], position: string): string[] {
  if (!Array.isArray(value)) return [`${position} is ${typeOf(value)}, not a list`];
  const items = value as unknown[];
  const [only] = shape;
  if (shape.length === 1 && only !== undefined) {
    return items.flatMap((item, index) => differences(item, only, `${position}[${index}]`));
  }
  if (items.length !== shape.length) return [`${position} has ${items.length} entries, not ${shape.length}`];
  return items.flatMap((item, index) => differences(item, shape[index] as Shape, `${position}[${index}]`));
}

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (value instanceof Float) return "float";
  if (typeof value === "number") return "integer";
  return Array.isArray(value) ? "list" : typeof value;
}
