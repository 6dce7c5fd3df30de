// Parses values from the metadata of other programs as settings. Each function returns undefined for an invalid value.

import type { Size } from "../base/image-header.js";

const uint64Limit = 2n ** 64n;

/** A decimal number. A decimal comma is accepted: some programs write numbers in the locale of the machine. */
export function parseNumber(value: unknown): number | undefined {
  const number =
    typeof value === "string" && /^\s*[+-]?\d+([.,]\d+)?\s*$/.test(value)
      ? Number(value.replace(",", "."))
      : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export function parseInteger(value: unknown): number | undefined {
  const number = parseNumber(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A seed from 0 to 2^64 - 1 in decimal digits. Undefined for a JSON number of 2^53 or more, which has lost digits. */
export function parseSeed(value: unknown): string | undefined {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,20}$/.test(text.trim())) return undefined;
  return BigInt(text.trim()) < uint64Limit ? text.trim() : undefined;
}

/** Parses a size such as `768x512`. */
export function parseSize(text: string): Size | undefined {
  const [, width, height] = /^\s*(\d{1,6})\s*[x×]\s*(\d{1,6})\s*$/.exec(text) ?? [];
  return width === undefined || height === undefined
    ? undefined
    : { width: Number(width), height: Number(height) };
}

/** The VAE that a program names; undefined for the words by which programs mean that of the model. */
export const vaeOf = <Value>(value: Value): Value | undefined =>
  typeof value === "string" && /^(none|automatic|default( \(model\))?)$/i.test(value) ? undefined : value;
