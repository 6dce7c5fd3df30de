// Reads members of a response tolerantly: a usable value is accepted, and every deviation becomes a note for the user.

/** Parses a member's value; undefined if the value is not usable. */
export type ParseMember<Value> = (value: unknown) => Value | undefined;

/** Printable ASCII, VSCHAR in RFC 6749 appendix A. */
export const isPrintable = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);

export const printableText =
  (maxLength = Infinity): ParseMember<string> =>
  (value) =>
    typeof value === "string" && value.length <= maxLength && isPrintable(value) ? value : undefined;

/** The number that a value is, or that a string contains (0 or more); otherwise NaN. */
const numberOf = (value: unknown): number => {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : NaN;
};

/** A lifetime of 0 or more seconds, limited to `maxS`. */
export const lifetimeS =
  (maxS: number): ParseMember<number> =>
  (value) => {
    const seconds = numberOf(value);
    return seconds >= 0 ? Math.min(seconds, maxS) : undefined;
  };

/** A number of seconds, limited to the range from `minS` to `maxS`. */
export const intervalS =
  (minS: number, maxS: number): ParseMember<number> =>
  (value) => {
    const seconds = numberOf(value);
    return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, minS), maxS);
  };

/**
 * The usable value of an optional member, or `fallback`. Adds a note if the value is not usable or had to be changed; a
 * member that is missing (undefined) is not a deviation.
 */
export function readMember<Value extends string | number>(
  notes: string[],
  name: string,
  value: unknown,
  parse: ParseMember<Value>,
  fallback?: Value,
): Value | undefined {
  if (value === undefined) return fallback;
  const parsed = parse(value);
  if (parsed === undefined)
    notes.push(
      `The response has no usable ${name}${fallback === undefined ? "" : `; ${fallback} is assumed`}.`,
    );
  else if (parsed !== value) notes.push(`The response has an unusual ${name}, which was read as ${parsed}.`);
  return parsed ?? fallback;
}
