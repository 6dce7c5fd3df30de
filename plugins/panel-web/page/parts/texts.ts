// Texts that many parts of the page make: of numbers, sizes and facts, cut to their place, and searched. Pure.

/** Such as "1 image" and "2 images". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** The facts that there are, in one line such as `png · 1.4 MB`. */
export const dotted = (...facts: readonly (string | false | undefined)[]): string =>
  facts.filter(Boolean).join(" · ");

/** A text that begins a sentence: `install it` becomes `Install it`. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const units = ["kB", "MB", "GB"];

/** A size such as `412 B`, `1.4 kB` or `5.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1] ?? ""}`;
}

/** The size of an image such as `1024 × 768`; undefined unless both sides are known. */
export const pixelsText = (width: number | undefined, height: number | undefined): string | undefined =>
  width === undefined || height === undefined ? undefined : `${width} × ${height}`;

/**
 * A text of more than `length` code units ends with an ellipsis in place of the rest. A character of two code units
 * stays whole, or is left out.
 */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/** Returns whether a text contains every word of `search`, in any order; true for an empty search. */
export function containsWords(text: string, search: string): boolean {
  const found = text.toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => found.includes(word));
}
