// Parts of a text, as Python writes them: `[0:20]`, `[:20]`, `[5:]`, `[-4:]`.

/** Counted in code points, from the end where negative. */
export interface Slice {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Undefined for what is no slice; one with a step is none. */
export function parseSlice(brackets: string): Slice | undefined {
  const [whole, start, end] = /^\[\s*(-?\d{1,9})?\s*:\s*(-?\d{1,9})?\s*\]$/.exec(brackets) ?? [];
  if (whole === undefined) return undefined;
  const numberOf = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  return { start: numberOf(start), end: numberOf(end) };
}

/** What lies outside the text is empty, and no fault. */
export const sliced = (text: string, { start, end }: Slice): string =>
  Array.from(text).slice(start, end).join("");
