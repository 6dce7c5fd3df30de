// Pages of a list, and the words of a search in it. The cursor is the position, so a list that grows at its start can
// repeat entries, but leaves none out.

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** The cursor of the next page; absent on the last page. */
  readonly cursor?: string;
}

const standardLimit = 100;

/** Returns the page at a cursor; an invalid cursor counts as the start of the list. */
export function pageOf<Entry>(
  all: readonly Entry[],
  cursor: string | undefined,
  limit = standardLimit,
): Page<Entry> {
  const start = cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
  const end = start + limit;
  return { entries: all.slice(start, end), ...(end < all.length && { cursor: String(end) }) };
}

/** The words of a search. */
export const wordsOf = (search: string): readonly string[] =>
  search.split(/\s+/).filter((word) => word !== "");

/** Whether a text contains every word of a search, whatever the case of the letters. */
export const containsWords = (text: string, search: string): boolean =>
  wordsOf(search.toLowerCase()).every((word) => text.toLowerCase().includes(word));
