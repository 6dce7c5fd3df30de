// Compares JSON with a description of its members, and tells integers from floats as they are written.

/**
 * The JSON type of a value, or of its members in their order. `{ "*": shape }` is an object with any names; a list of
 * one shape describes every entry, a list of several is a tuple.
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
  readonly written: string;
  constructor(written: string) {
    this.written = written;
  }
}

/** JSON.parse, with floats (`1.0`, `1e3`) kept apart from integers. */
export function parseWritten(text: string): unknown {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') || !/[.eE]/.test(token)
      ? token
      : `{"\u0000float":"${token}"}`.replace("\u0000", "\\u0000"),
  );
  return JSON.parse(marked, (_name, value: unknown) => {
    const written = (value as Record<string, unknown> | null)?.["\u0000float"];
    return typeof written === "string" ? new Float(written) : value;
  });
}

/** What differs, one line for each place; empty when the value has the shape. */
export function differences(value: unknown, shape: Shape, place = "$"): string[] {
  if (typeof shape === "string") {
    const found = typeOf(value);
    const fits =
      shape === "anything" || found === shape || (shape === "number" && /^(integer|float)$/.test(found));
    return fits ? [] : [`${place} is ${found}, not ${shape}`];
  }
  if (isList(shape)) return listDifferences(value, shape, place);
  if (typeOf(value) !== "object") return [`${place} is ${typeOf(value)}, not an object`];
  const entries = Object.entries(value as Record<string, unknown>);
  const each = shape["*"];
  if (each !== undefined)
    return entries.flatMap(([name, member]) => differences(member, each, `${place}.${name}`));
  const found = entries.map(([name]) => name).join(" ");
  const wanted = Object.keys(shape).join(" ");
  if (found !== wanted) return [`${place} has members ${found}, not ${wanted}`];
  return entries.flatMap(([name, member]) => differences(member, shape[name] as Shape, `${place}.${name}`));
}

function listDifferences(value: unknown, shape: readonly Shape[], place: string): string[] {
  if (!Array.isArray(value)) return [`${place} is ${typeOf(value)}, not a list`];
  const items = value as unknown[];
  const [only] = shape;
  if (shape.length === 1 && only !== undefined) {
    return items.flatMap((item, index) => differences(item, only, `${place}[${index}]`));
  }
  if (items.length !== shape.length) return [`${place} has ${items.length} entries, not ${shape.length}`];
  return items.flatMap((item, index) => differences(item, shape[index] as Shape, `${place}[${index}]`));
}

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (value instanceof Float) return "float";
  if (typeof value === "number") return "integer";
  return Array.isArray(value) ? "list" : typeof value;
}
