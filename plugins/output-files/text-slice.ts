// Slices of a string in the syntax of Python: `[0:20]`, `[:20]`, `[5:]`, `[-4:]`.

/** Offsets in code points; a negative offset counts from the end. */
export interface TextSlice {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Parses a slice; undefined if the brackets are not a slice. Slices with a step are not supported. */
export function parseSlice(brackets: string): TextSlice | undefined {
  const [whole, start, end] = /^\[\s*(?:(-?\d{1,9})\s*)?:\s*(?:(-?\d{1,9})\s*)?\]$/.exec(brackets) ?? [];
  if (whole === undefined) return undefined;
  const parseOffset = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  return { start: parseOffset(start), end: parseOffset(end) };
}

/** A slice outside the text is empty. */
export const applySlice = (text: string, { start, end }: TextSlice): string =>
  Array.from(text).slice(start, end).join("");
