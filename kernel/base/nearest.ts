// Finds the known word that a misspelt word probably means.

/**
 * Edit distance with transpositions (optimal string alignment), Infinity from `limit` on. Cells further from the
 * diagonal cannot have a smaller distance.
 */
function distance(a: string, b: string, limit: number): number {
  const width = b.length + 1;
  let before = new Array<number>(width).fill(Infinity);
  let above = Array.from({ length: width }, (_, column) => (column < limit ? column : Infinity));
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(width).fill(Infinity);
    if (i < limit) row[0] = i;
    let least = row[0] ?? Infinity;
    for (let j = Math.max(1, i - limit + 1); j <= Math.min(b.length, i + limit - 1); j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(
        (above[j] ?? Infinity) + 1,
        (row[j - 1] ?? Infinity) + 1,
        (above[j - 1] ?? Infinity) + cost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? Infinity) + 1);
      }
      row[j] = best;
      least = Math.min(least, best);
    }
    if (least >= limit) return Infinity;
    before = above;
    above = row;
  }
  return above[b.length] ?? Infinity;
}

/** The most letters of a word that are compared: more would take longer and not change the result. */
const longest = 64;
const asciiEnd = 0x80;

/** How many times each letter occurs in a word. */
interface Letters {
  /** Counts by ASCII code of the lower-case letter. A count is at most `longest`, so one byte is enough. */
  readonly counts: Int8Array;
  /** Number of characters outside of ASCII. */
  readonly others: number;
}

const toLowerCode = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);

function lettersOf(word: string): Letters {
  const counts = new Int8Array(asciiEnd);
  let others = 0;
  for (let index = 0; index < word.length; index++) {
    const code = toLowerCode(word.charCodeAt(index));
    if (code < asciiEnd) counts[code] = (counts[code] ?? 0) + 1;
    else others++;
  }
  return { counts, others };
}

/** Upper bound of the number of letters that two words share in any order. */
function sharedLetters({ counts, others }: Letters, word: string, length: number): number {
  let shared = others;
  for (let index = 0; index < length; index++) {
    const code = toLowerCode(word.charCodeAt(index));
    const left = code < asciiEnd ? (counts[code] ?? 0) : 1;
    if (left > 0) shared++;
    if (code < asciiEnd) counts[code] = left - 1;
  }
  for (let index = 0; index < length; index++) {
    const code = toLowerCode(word.charCodeAt(index));
    if (code < asciiEnd) counts[code] = (counts[code] ?? 0) + 1;
  }
  return shared;
}

/**
 * Returns the word with the smallest edit distance: at most a third of the letters or two, and fewer than all of them.
 */
function findNearestSpelling(wanted: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(wanted);
  let best: string | undefined;
  let bestDistance = Math.min(Math.max(2, Math.floor(wanted.length / 3)), wanted.length - 1) + 1;
  for (const candidate of known) {
    // This lower bound of the distance excludes most candidates of a long list.
    const length = Math.min(candidate.length, longest);
    if (Math.abs(length - wanted.length) >= bestDistance) continue;
    const shared = sharedLetters(letters, candidate, length);
    if (Math.max(length, wanted.length) - shared >= bestDistance) continue;
    const found = distance(wanted, candidate.slice(0, longest).toLowerCase(), bestDistance);
    if (found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best;
}

/** The least number of letters of a part that is searched for. Shorter parts occur in almost every list. */
const shortestPart = 3;

/**
 * Returns the only known word that starts with `part`, else the only one that ends with `part`, else the only one that
 * contains `part`.
 */
function findOnlyContaining(part: string, known: readonly string[]): string | undefined {
  if (part.length < shortestPart) return undefined;
  const containing = known.filter((candidate) => candidate.toLowerCase().includes(part));
  const starting = containing.filter((candidate) => candidate.toLowerCase().startsWith(part));
  const ending = containing.filter((candidate) => candidate.toLowerCase().endsWith(part));
  return [starting, ending, containing].find(({ length }) => length === 1)?.[0];
}

/**
 * Returns the known word nearest to `word` by edit distance, else the only known word that contains it. Undefined if
 * there is none, or if `word` is a number: the nearest number means something else.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.slice(0, longest).toLowerCase();
  if (/^[\d.]*$/.test(wanted)) return undefined;
  const all = [...known];
  return findNearestSpelling(wanted, all) ?? findOnlyContaining(wanted, all);
}

/** A suggestion such as ` Did you mean "x"?`; empty if no known word is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const found = nearest(word, known);
  return found === undefined ? "" : ` Did you mean "${found}"?`;
}

/** What an error about a name that is none of the known ones says of these: all of them, and the nearest. */
export const knownNames = (
  name: string,
  known: readonly string[],
): { readonly known: string; readonly suggestion: string } => ({
  known: known.join(", ") || "none",
  suggestion: didYouMean(name, known),
});
