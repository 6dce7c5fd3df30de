// JSON without loss: integers beyond 2^53 become bigint and back, and Python's bare NaN and Infinity are survived.

import { randomBytes } from "node:crypto";

// Unforgeable in data from outside: no text that was written before this process started contains it.
const mark = `\u0001int:${randomBytes(9).toString("base64")}:`;
const special = /-?\d{16,}|NaN|Infinity/;
// Strings first, so that what stands inside them is passed over. A number with fraction or exponent stays a number.
const tokens = /"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const protect = (token: string): string => {
  if (token.startsWith('"')) return token;
  if (/[NI]/.test(token)) return "null";
  const isLongInteger =
    token.length > 15 && /^-?[1-9]\d*$/.test(token) && !Number.isSafeInteger(Number(token));
  return isLongInteger ? `"${mark.replace("\u0001", "\\u0001")}${token}"` : token;
};

/**
 * Parses JSON. Integers outside the safe range become `bigint`; bare `NaN` and `Infinity`, which Python servers
 * write (they are not JSON), become `null`. Throws SyntaxError as JSON.parse does.
 */
export function parseJson(text: string): unknown {
  if (!special.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text.replace(tokens, protect), (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  ) as unknown;
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
