// JSON without loss: integers beyond 2^53 become bigint and back, and Python's bare NaN and Infinity are survived.

import { randomBytes } from "node:crypto";

// Unforgeable in data from outside: no text that was written before this process started contains it.
const mark = `\u0001int:${randomBytes(9).toString("base64")}:`;
const markFirst = mark.charCodeAt(0);
const markInJson = mark.replace("\u0001", "\\u0001");
const special = /\d{16}|NaN|Infinity/;

const backslash = 0x5c;
/** Of numbers, which outside of texts stand between other signs: digits, `-`, `+`, `.`, `e`, `E`. */
const isNumeric = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2d ||
  code === 0x2b ||
  code === 0x2e ||
  code === 0x65 ||
  code === 0x45;

/** The position behind the text whose opening quotation mark stands at `from`. */
function afterText(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return json.length;
}

/** From `outside`, which is in no text: a position that is in none either, and not before `index` unless none begins before. */
function pastTexts(json: string, outside: number, index: number): number {
  let at = outside;
  while (at <= index) {
    const quote = json.indexOf('"', at);
    if (quote < 0 || quote > index) break;
    at = afterText(json, quote);
  }
  return at;
}

const isLongInteger = (token: string): boolean =>
  /^-?[1-9]\d*$/.test(token) && !Number.isSafeInteger(Number(token));

/**
 * `text` with what JSON.parse cannot read, or would round, as nulls and strings; `marks` of them are to be restored.
 * It looks at those places alone, because descriptions of node classes have megabytes, nearly all of it texts.
 */
function readable(text: string): { readonly json: string; readonly marks: number } {
  const places = new RegExp(special, "g");
  const parts: string[] = [];
  let kept = 0;
  let outside = 0;
  let marks = 0;
  for (let hit = places.exec(text); hit !== null; hit = places.exec(text)) {
    const { index } = hit;
    outside = pastTexts(text, outside, index);
    if (outside > index) {
      places.lastIndex = outside;
      continue;
    }
    let [start, end] = [index, index + hit[0].length];
    while (isNumeric(text.charCodeAt(start - 1))) start--;
    const isNumber = isNumeric(text.charCodeAt(index));
    while (isNumber && isNumeric(text.charCodeAt(end))) end++;
    const token = text.slice(start, end);
    const isLong = isNumber && isLongInteger(token);
    if (isLong) marks++;
    if (isLong || /^-?[NI]/.test(token))
      parts.push(text.slice(kept, start), isLong ? `"${markInJson}${token}"` : "null");
    else parts.push(text.slice(kept, end));
    kept = end;
    places.lastIndex = outside = end;
  }
  parts.push(text.slice(kept));
  return { json: parts.join(""), marks };
}

const restoredText = (value: string): string | bigint =>
  value.charCodeAt(0) === markFirst && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;

/** Puts the integers back, in place; JSON.parse with a function for it takes three times as long. */
function restored(value: unknown): unknown {
  if (typeof value === "string") return restoredText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value as unknown[];
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (typeof item === "string" || typeof item === "object") items[index] = restored(item);
    }
    return items;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) {
    const member = members[name];
    if (typeof member === "string" || typeof member === "object") members[name] = restored(member);
  }
  return members;
}

/**
 * Parses JSON. Integers outside the safe range become `bigint`; bare `NaN` and `Infinity`, which Python servers
 * write (they are not JSON), become `null`. Throws SyntaxError as JSON.parse does.
 */
export function parseJson(text: string): unknown {
  if (!special.test(text)) return JSON.parse(text) as unknown;
  const { json, marks } = readable(text);
  const value = JSON.parse(json) as unknown;
  return marks === 0 ? value : restored(value);
}

/** Writes JSON; a `bigint` becomes plain digits. `space` as for JSON.stringify. */
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
