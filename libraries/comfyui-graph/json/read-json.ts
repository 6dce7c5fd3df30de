// Reads JSON as Python does: bare NaN and Infinity are numbers, integers stay exact, and deep nesting throws. It also finds the
// links whose slot is written as a float, because real servers reject those.

/** Two-item arrays whose second item is a float in the JSON text, such as `["3", 0.0]`. */
export type FloatSlots = WeakSet<object>;

/** Approximate nesting depth beyond which Python's recursive JSON reader fails. */
const MAX_DEPTH = 990;

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const literalPattern = /true|false|null|NaN|-?Infinity/y;

const literals: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  NaN,
  Infinity,
  "-Infinity": -Infinity,
};

/**
 * Integers beyond 2^53 become `bigint`. Adds arrays with a float slot to `floatSlots`. Throws a SyntaxError for malformed
 * JSON and a RangeError for JSON that is nested too deeply.
 */
export function readJson(text: string, floatSlots: FloatSlots = new WeakSet()): unknown {
  let at = 0;
  let depth = 0;
  const found = value();
  skipSpace();
  if (at < text.length) throw unexpected();
  return found;

  function value(): unknown {
    skipSpace();
    const first = text.charAt(at);
    if (first === "{") return nested(object);
    if (first === "[") return nested(array);
    if (first === '"') return string();
    const literal = take(literalPattern);
    if (literal !== undefined) return literals[literal];
    const digits = take(number);
    if (digits === undefined) throw unexpected();
    return /[.eE]/.test(digits) ? Number(digits) : exact(digits);
  }

  function nested<T>(read: () => T): T {
    if (depth === MAX_DEPTH) throw new RangeError(`The JSON is nested more than ${MAX_DEPTH} levels deep`);
    depth += 1;
    const found = read();
    depth -= 1;
    return found;
  }

  function object(): Record<string, unknown> {
    const members: [string, unknown][] = [];
    at += 1;
    if (isNext("}")) return {};
    do {
      skipSpace();
      if (text.charAt(at) !== '"') throw unexpected();
      const name = string();
      if (!isNext(":")) throw unexpected();
      members.push([name, value()]);
    } while (isNext(","));
    if (!isNext("}")) throw unexpected();
    return Object.fromEntries(members);
  }

  function array(): unknown[] {
    const items: unknown[] = [];
    at += 1;
    if (isNext("]")) return items;
    do {
      skipSpace();
      const start = at;
      const item = value();
      items.push(item);
      if (items.length === 2 && typeof item === "number" && /[.eE]/.test(text.slice(start, at))) {
        floatSlots.add(items);
      }
    } while (isNext(","));
    if (!isNext("]")) throw unexpected();
    return items;
  }

  /** `JSON.parse` handles escapes and rejects control characters. */
  function string(): string {
    const start = at;
    let end = text.indexOf('"', start + 1);
    while (end >= 0 && isEscaped(end)) end = text.indexOf('"', end + 1);
    if (end < 0) throw unexpected();
    at = end + 1;
    return JSON.parse(text.slice(start, at)) as string;
  }

  function isEscaped(quote: number): boolean {
    let before = quote - 1;
    while (text.charAt(before) === "\\") before -= 1;
    return (quote - 1 - before) % 2 === 1;
  }

  function isNext(character: string): boolean {
    skipSpace();
    if (text.charAt(at) !== character) return false;
    at += 1;
    return true;
  }

  function skipSpace(): void {
    take(space);
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const [taken] = pattern.exec(text) ?? [];
    at += taken?.length ?? 0;
    return taken;
  }

  function unexpected(): SyntaxError {
    return new SyntaxError(
      `Malformed JSON: unexpected ${at < text.length ? text.charAt(at) : "end"} at position ${at}`,
    );
  }
}

function exact(digits: string): number | bigint {
  const small = Number(digits);
  return Number.isSafeInteger(small) ? small : BigInt(digits);
}
