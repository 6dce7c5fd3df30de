// Shortens texts. A character of two code units stays whole, or is left out.

/** At most `length` code units from the beginning of a text. */
export const beginningOf = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

/** At most `length` code units from the end of a text. */
export const endOf = (text: string, length: number): string =>
  text.slice(-length).replace(/^[\uDC00-\uDFFF]/, "");

/** At most `length` code units: a longer text ends with three full stops in place of the rest, which count. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${beginningOf(text, length - 3)}...`;
