// JSON as Python reads it: bare NaN and Infinity are numbers, integers stay exact, and a slot that was written as a
// float can be told from an integer. Recursive, as Python's own reader: what is nested too deeply throws here as there.

/** Arrays whose second item is a whole number that was written as a float, such as `["3", 0.0]`. */
export type FloatSlots = WeakSet<object>;

/** About so many lists and objects within each other Python reads. */
const DEEPEST = 990;

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const word = /true|false|null|NaN|-?Infinity/y;

const words: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  NaN,
  Infinity,
  "-Infinity": -Infinity,
};

/**
 * Integers beyond 2^53 become `bigint`. Adds to `floats`. Throws a SyntaxError for what is not JSON, a RangeError for what
 * is nested too deeply.
 */
export function readJson(text: string, floats: FloatSlots = new WeakSet()): unknown {
  let at = 0;
  let depth = 0;
  const found = value();
  skipSpace();
  if (at < text.length) throw unexpected();
  return found;

  function value(): unknown {
    skipSpace();
    const sign = text.charAt(at);
    if (sign === "{") return nested(object);
    if (sign === "[") return nested(array);
    if (sign === '"') return string();
    const known = take(word);
    if (known !== undefined) return words[known];
    const digits = take(number);
    if (digits === undefined) throw unexpected();
    return /[.eE]/.test(digits) ? Number(digits) : exact(digits);
  }

  function nested<T>(read: () => T): T {
    if (depth === DEEPEST) throw new RangeError(`Nested more than ${DEEPEST} times`);
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
        floats.add(items);
      }
    } while (isNext(","));
    if (!isNext("]")) throw unexpected();
    return items;
  }

  /** The engine reads what stands between two quotation marks, escapes and forbidden signs included. */
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

  function isNext(sign: string): boolean {
    skipSpace();
    if (text.charAt(at) !== sign) return false;
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
    return new SyntaxError(`Unexpected ${at < text.length ? text.charAt(at) : "end"} at position ${at}`);
  }
}

function exact(digits: string): number | bigint {
  const small = Number(digits);
  return Number.isSafeInteger(small) ? small : BigInt(digits);
}
