// JSON without loss: integers beyond 2^53 become bigint, and Python's bare NaN and Infinity are accepted.

import { randomBytes } from "node:crypto";

// The mark is random for each process, so that no input can contain it.
const mark = `\u0001int:${randomBytes(9).toString("base64")}:`;
const markFirst = mark.charCodeAt(0);
const markInJson = mark.replace("\u0001", "\\u0001");
const special = /\d{16}|NaN|Infinity/;

const backslash = 0x5c;
/** The characters of numbers: digits, `-`, `+`, `.`, `e`, `E`. */
const isNumeric = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2d ||
  code === 0x2b ||
  code === 0x2e ||
  code === 0x65 ||
  code === 0x45;

/** The position after the string whose opening quotation mark is at `from`. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return json.length;
}

/**
 * The first position at or after `index` that is outside of strings. `outside` must be a position outside of strings.
 */
function skipTexts(json: string, outside: number, index: number): number {
  let at = outside;
  while (at <= index) {
    const quote = json.indexOf('"', at);
    if (quote < 0 || quote > index) break;
    at = endOfText(json, quote);
  }
  return at;
}

const isLongInteger = (token: string): boolean =>
  /^-?[1-9]\d*$/.test(token) && !Number.isSafeInteger(Number(token));

interface MarkedJson {
  readonly json: string;
  /** Number of marked tokens. */
  readonly marks: number;
}

/** Wraps a token that JSON.parse cannot read, or would round, into a marked string. */
const quoteMarked = (token: string): string => `"${markInJson}${token}"`;

/** The characters that may come before a value in JSON, and after one; empty for the start and the end of the text. */
const isBefore = (sign: string): boolean => sign === "" || ":,[ \n\t\r".includes(sign);
const isBehind = (sign: string): boolean => sign === "" || ",]} \n\t\r".includes(sign);

/**
 * Marks every token that JSON.parse cannot read, or would round, judging only by its neighbouring characters. If a
 * token was inside a string, the result is invalid JSON: the mark begins with a quotation mark, which ends the string,
 * and a backslash, which JSON does not allow after a string.
 */
function markByNeighbours(text: string): MarkedJson {
  let marks = 0;
  const json = text.replace(/-?(?:[1-9]\d{15,}|NaN|Infinity)/g, (token, index: number) => {
    if (!isBefore(text.charAt(index - 1)) || !isBehind(text.charAt(index + token.length))) return token;
    if (Number.isSafeInteger(Number(token))) return token;
    marks++;
    return quoteMarked(token);
  });
  return { json, marks };
}

/**
 * Marks the tokens that JSON.parse cannot read, or would round, but only outside of strings. Inspects only the places
 * of possible tokens, because descriptions of node classes are megabytes of mostly strings.
 */
function markOutsideTexts(text: string): MarkedJson {
  const places = new RegExp(special, "g");
  const parts: string[] = [];
  let kept = 0;
  let outside = 0;
  let marks = 0;
  for (let hit = places.exec(text); hit !== null; hit = places.exec(text)) {
    const { index } = hit;
    outside = skipTexts(text, outside, index);
    if (outside > index) {
      places.lastIndex = outside;
      continue;
    }
    let [start, end] = [index, index + hit[0].length];
    while (isNumeric(text.charCodeAt(start - 1))) start--;
    const isNumber = isNumeric(text.charCodeAt(index));
    while (isNumber && isNumeric(text.charCodeAt(end))) end++;
    const token = text.slice(start, end);
    const isMarked = isNumber ? isLongInteger(token) : /^-?[NI]/.test(token);
    if (isMarked) marks++;
    parts.push(text.slice(kept, start), isMarked ? quoteMarked(token) : token);
    kept = end;
    places.lastIndex = outside = end;
  }
  parts.push(text.slice(kept));
  return { json: parts.join(""), marks };
}

type NotFinite = (token: string) => number | null;

function restoreMarkedText(value: string, notFinite: NotFinite): string | bigint | number | null {
  if (value.charCodeAt(0) !== markFirst || !value.startsWith(mark)) return value;
  const token = value.slice(mark.length);
  return isLongInteger(token) ? BigInt(token) : notFinite(token);
}

/** Restores marked values in place. JSON.parse with a reviver takes three times as long. */
function restoreMarked(value: unknown, notFinite: NotFinite): unknown {
  if (typeof value === "string") return restoreMarkedText(value, notFinite);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value as unknown[];
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (typeof item === "string" || typeof item === "object") items[index] = restoreMarked(item, notFinite);
    }
    return items;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) {
    const member = members[name];
    if (typeof member === "string" || typeof member === "object")
      members[name] = restoreMarked(member, notFinite);
  }
  return members;
}

/**
 * The most levels of lists and objects in a JSON text. Functions that go through a value call themselves for each level, so that
 * values without a limit could end them.
 */
const maxJsonLevels = 200;

function requireLevels(text: string): void {
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfText(text, at) - 1;
    else if (code === 0x5d || code === 0x7d) level--;
    else if ((code === 0x5b || code === 0x7b) && ++level > maxJsonLevels)
      throw new SyntaxError(`it has more than ${maxJsonLevels} levels of lists and objects`);
  }
}

function parse(text: string, notFinite: NotFinite): unknown {
  if (text.length > maxJsonLevels) requireLevels(text);
  if (!special.test(text)) return JSON.parse(text) as unknown;
  const restored = ({ json, marks }: MarkedJson): unknown => {
    const value: unknown = JSON.parse(json);
    return marks === 0 ? value : restoreMarked(value, notFinite);
  };
  try {
    return restored(markByNeighbours(text));
  } catch {
    return restored(markOutsideTexts(text));
  }
}

/**
 * Parses JSON. Integers outside of the safe range become `bigint`. Bare `NaN` and `Infinity`, which Python servers
 * write although they are not JSON, become `null`. Throws SyntaxError as JSON.parse does, and for a text of more than 200 levels.
 */
export function parseJson(text: string): unknown {
  return parse(text, () => null);
}

/** Parses JSON as `parseJson`, but reads bare `NaN` and `Infinity` as these numbers, as Python does. */
export function parsePythonJson(text: string): unknown {
  return parse(text, Number);
}

/** Writes JSON, with a `bigint` as plain digits. `space` as for JSON.stringify. */
export function stringifyJson(value: unknown, space?: number): string {
  const found: bigint[] = [];
  const text = JSON.stringify(
    value,
    (_key, entry: unknown) => {
      if (typeof entry !== "bigint") return entry;
      found.push(entry);
      return `${mark}${entry}`;
    },
    space,
  );
  if (found.length === 0) return text;
  const quoted = JSON.stringify(mark)
    .slice(1, -1)
    .replace(/[/+\\]/g, "\\$&");
  return text.replace(new RegExp(`"${quoted}(-?\\d+)"`, "g"), "$1");
}
