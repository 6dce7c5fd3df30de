// The one function that hides secrets: by value (every live secret in every spelling) and by field name.

import { percentEncode } from "../base/percent-encode.js";

const hidden = "***";
/** Names of fields and headers that say secret (RFC 9110 sections 11.6.2 and 11.7.2, RFC 6265, and by custom). */
export const secretField =
  /pass(word|phrase)?$|secret|token|^authorization$|^proxy-authorization$|cookie|api[-_]?key|credential/i;

// Shorter ones occur in ordinary words; they are hidden by field only.
const minLength = 4;
const maxSent = 64;
const maxDepth = 16;

export interface Redactor {
  /** From now on the value is hidden, also as base64, percent-encoded, and inside JSON. */
  remember(secret: string): void;
  /** As `remember`, for what was sent with one request: signatures differ each time, so only the last ones are kept. */
  rememberSent(value: string): void;
  text(text: string): string;
  /** A copy of plain data with secrets hidden in texts and under secret names. */
  data(value: unknown): unknown;
}

function spellings(given: string): readonly string[] {
  // Half of a surrogate pair has no encoding; it is sent as U+FFFD.
  const secret = Buffer.from(given).toString();
  const base64 = Buffer.from(secret).toString("base64");
  const all = new Set([
    secret,
    encodeURIComponent(secret),
    percentEncode(secret),
    new URLSearchParams([["", secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/=+$/, ""),
    base64.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_"),
  ]);
  return [...all].filter(({ length }) => length >= minLength);
}

export function createRedactor(): Redactor {
  const kept = new Map<string, readonly string[]>();
  const sent = new Map<string, readonly string[]>();
  let sorted: readonly string[] | undefined;

  const add = (to: Map<string, readonly string[]>, secret: string): void => {
    if (secret.length < minLength || kept.has(secret) || sent.has(secret)) return;
    to.set(secret, spellings(secret));
    sorted = undefined;
  };

  const text = (input: string): string => {
    // Longest first, so that a secret inside another one does not leave the rest of it readable.
    sorted ??= [...kept.values(), ...sent.values()].flat().sort((a, b) => b.length - a.length);
    let output = input;
    for (const secret of sorted) if (output.includes(secret)) output = output.replaceAll(secret, hidden);
    return output;
  };

  const data = (value: unknown, depth = 0): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth > maxDepth) return hidden;
    if (value instanceof Error) return text(value.message);
    if (Array.isArray(value)) return value.map((entry) => data(entry, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        text(key),
        secretField.test(key) && typeof entry === "string" && entry !== "" ? hidden : data(entry, depth + 1),
      ]),
    );
  };

  return {
    remember(secret) {
      add(kept, secret);
    },
    rememberSent(value) {
      add(sent, value);
      const [oldest] = sent.keys();
      if (sent.size > maxSent && oldest !== undefined) sent.delete(oldest);
    },
    text,
    data: (value) => data(value),
  };
}
