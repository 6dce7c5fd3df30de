// Options whose value is a whole number, such as `--limit`.

import { wrongValue } from "../base/usage-error.js";

export interface WholeNumber {
  /** The option as typed, such as `--limit`. */
  readonly option: string;
  /** The value if the option is absent. */
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  /** What the number means, as a sentence. */
  readonly hint: string;
}

/** Throws a UsageError for anything but a whole number from `min` to `max`. */
export function parseWholeNumber(
  text: string | undefined,
  { option, fallback, min, max, hint }: WholeNumber,
): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw wrongValue(option, `a whole number from ${min} to ${max}`, text, hint);
}

/** A port; 0 stands for a free one. Throws a UsageError. */
export const parsePort = (
  text: string | undefined,
  given: Pick<WholeNumber, "option" | "fallback"> & { readonly hint?: string },
): number => parseWholeNumber(text, { hint: "0 picks a free port.", ...given, min: 0, max: 65_535 });
