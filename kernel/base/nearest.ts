// Did you mean: the nearest known word to a misspelt one.

/**
 * Edit distance with neighbouring swaps (optimal string alignment), as far as it is below `limit`: cells that lie
 * further from the diagonal cannot lead to less.
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

/** Letters beyond it take time and tell no more. */
const longest = 64;
const asciiEnd = 0x80;

/** A word's letters, counted. */
interface Letters {
  /** By ASCII code, capitals as small ones; of no more than `longest`, so that a byte is enough. */
  readonly counts: Int8Array;
  /** The others, which may be any. */
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

/** How many letters two words share at most, in whatever order: all the others differ. */
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

/** By their spelling: the one of which the fewest letters differ, up to a third of them, or two; never all of them. */
function findNearestSpelling(wanted: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(wanted);
  let best: string | undefined;
  let bestDistance = Math.min(Math.max(2, Math.floor(wanted.length / 3)), wanted.length - 1) + 1;
  for (const candidate of known) {
    // As many letters differ at least; nearly all of a long list is passed over by this.
    const length = Math.min(candidate.length, longest);
    if (Math.abs(length - wanted.length) >= bestDistance) continue;
    const shared = sharedLetters(letters, candidate, length);
    if (Math.max(length, wanted.length) - shared >= bestDistance) continue;
    const found = distance(wanted, candidate.slice(0, longest).toLowerCase(), bestDistance);
    if (found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best;
}

/** Letters that a part of a word has at least; fewer are in every list. */
const shortestPart = 3;

/** The only one that begins with the word; else the only one that ends with it; else the only one that has it inside. */
function findOnlyContaining(part: string, known: readonly string[]): string | undefined {
  if (part.length < shortestPart) return undefined;
  const holding = known.filter((candidate) => candidate.toLowerCase().includes(part));
  const beginning = holding.filter((candidate) => candidate.toLowerCase().startsWith(part));
  const ending = holding.filter((candidate) => candidate.toLowerCase().endsWith(part));
  return [beginning, ending, holding].find(({ length }) => length === 1)?.[0];
}

/**
 * The known word that is meant by `word`: the nearest by its letters, else the only one of which it is a part. Undefined
 * where none is, and for a number: the next one means something else.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.slice(0, longest).toLowerCase();
  if (/^[\d.]*$/.test(wanted)) return undefined;
  const all = [...known];
  return findNearestSpelling(wanted, all) ?? findOnlyContaining(wanted, all);
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const found = nearest(word, known);
  return found === undefined ? "" : ` Did you mean "${found}"?`;
}
