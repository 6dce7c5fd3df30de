// Shortens texts for table cells and titles. Pure.

const segmenter = new Intl.Segmenter();

/** Shortens a text to `length` characters as a reader counts them (grapheme clusters). */
export function shorten(text: string, length: number): string {
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}
