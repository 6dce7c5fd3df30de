// Texts and values of foreign records as settings: undefined where they are not what is expected.

const uint64 = 2n ** 64n;

/** A number in decimal writing, also with a comma for its point, as a German machine writes it. */
export function numberOf(value: unknown): number | undefined {
  const number =
    typeof value === "string" && /^\s*[+-]?\d+([.,]\d+)?\s*$/.test(value)
      ? Number(value.replace(",", "."))
      : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export function wholeOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/** Decimal digits from 0 to 2^64 - 1; a number beyond 2^53 has lost its digits and is none. */
export function seedOf(value: unknown): string | undefined {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,20}$/.test(text.trim())) return undefined;
  return BigInt(text.trim()) < uint64 ? text.trim() : undefined;
}

/** `768x512` in pixels. */
export function sizeOf(text: string): { readonly width: number; readonly height: number } | undefined {
  const [, width, height] = /^\s*(\d{1,6})\s*[x×]\s*(\d{1,6})\s*$/.exec(text) ?? [];
  return width === undefined || height === undefined
    ? undefined
    : { width: Number(width), height: Number(height) };
}

/** The entries whose value is known. */
export const known = <Value>(
  entries: Readonly<Record<string, Value | undefined>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  );
