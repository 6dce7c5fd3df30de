// Redacts secrets: known values in every encoding, and values of fields with secret names.

import { keepNewest } from "../base/keep-newest.js";
import { percentEncode } from "../base/percent-encode.js";
import { secretNamePattern } from "./secret-names.js";

const hidden = "***";
// The least length of a secret that is replaced wherever it occurs. Shorter secrets occur in ordinary words, so they
// are redacted by field name only.
const minLength = 4;
const maxSent = 64;
const maxDepth = 16;

/** The lines of a secret such as a private key, because streams are redacted line by line; without short and fixed ones. */
const linesOf = (secret: string) =>
  secret.split(/[\r\n]+/).filter((line) => line.length >= 16 && !line.startsWith("-----"));

function spellings(given: string): readonly string[] {
  // An unpaired surrogate has no encoding and is sent as U+FFFD.
  const secret = Buffer.from(given).toString();
  const [base64, hex] = [Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")];
  const all = new Set([
    secret,
    ...linesOf(secret),
    encodeURIComponent(secret),
    percentEncode(secret),
    new URLSearchParams([["", secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/=+$/, ""),
    base64.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_"),
    hex,
    hex.toUpperCase(),
  ]);
  return [...all].filter(({ length }) => length >= minLength);
}

export function createRedactor() {
  const kept = new Map<string, readonly string[]>();
  const sent = new Map<string, readonly string[]>();
  let sorted: readonly string[] | undefined;

  const add = (to: Map<string, readonly string[]>, secret: string): void => {
    if (secret.length < minLength || kept.has(secret) || sent.has(secret)) return;
    to.set(secret, spellings(secret));
    sorted = undefined;
  };

  const text = (input: string): string => {
    // The longest secrets come first, so that a secret inside another one does not leave the rest readable.
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
        secretNamePattern.test(key) && typeof entry === "string" && entry !== ""
          ? hidden
          : data(entry, depth + 1),
      ]),
    );
  };

  return {
    /** Redacts the value from now on, also in base64, in hex, percent-encoded, and inside JSON. */
    addSecret(secret: string): void {
      add(kept, secret);
    },
    /**
     * Redacts a value as `addSecret` does, for values of one request. Signatures differ for each request, so only the
     * latest are kept.
     */
    addTransientSecret(value: string): void {
      add(sent, value);
      keepNewest(sent, maxSent);
    },
    text,
    /** Returns a copy of plain data with secrets redacted in strings and under secret names. */
    data: (value: unknown) => data(value),
  };
}

export type Redactor = ReturnType<typeof createRedactor>;
