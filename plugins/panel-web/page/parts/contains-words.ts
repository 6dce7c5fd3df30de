// The search of lists: a text matches if it contains every word of the search, in any order. Pure.

/** Returns whether a text contains every word of `search`; true for an empty search. */
export function containsWords(text: string, search: string): boolean {
  const found = text.toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => found.includes(word));
}
