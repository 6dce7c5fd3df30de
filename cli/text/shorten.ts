// Shortens texts for table cells and titles. Pure.

const segmenter = new Intl.Segmenter();

/** Shortens a text to `length` characters as a reader counts them (grapheme clusters). */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  let count = 0;
  let end = 0;
  // Only the characters that may stay are looked at: the line of a tool can be long, and is drawn again and again.
  for (const { index } of segmenter.segment(text)) {
    if (count === length) return `${text.slice(0, end)}…`;
    end = index;
    count += 1;
  }
  return text;
}
