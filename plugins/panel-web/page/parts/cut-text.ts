// Shortens texts where the style of the page cannot. Pure.

/**
 * A text of more than `length` code units ends with an ellipsis in place of the rest. A character of two code units
 * stays whole, or is left out.
 */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
