// A long text as lines of a fixed width, of which the page renders only the visible ones; and a search in the text.

/** The offsets at which the lines begin; the last entry is the end of the text. */
export function lineStarts(text: string, columns: number): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  do {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    do {
      starts.push(at);
      at = Math.min(end, at + columns);
      // A surrogate pair is one character and is not split.
      if (at < end && (text.charCodeAt(at) & 0xfc00) === 0xdc00) at++;
    } while (at < end);
    at = end + 1;
  } while (at <= text.length);
  starts.push(text.length);
  return starts;
}

/** The text of a line, without its line feed. */
export const lineAt = (text: string, starts: readonly number[], index: number): string =>
  text.slice(starts[index], starts[index + 1]).replace(/\r?\n$/, "");

/** Index of the last number that is not above `value`. */
export function lastNotAbove(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export const maxMatches = 10_000;

/** Finds the places of a text, ignoring letter case; at most `maxMatches`. */
export function matchesOf(text: string, wanted: string): readonly number[] {
  if (wanted === "") return [];
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "gi");
  const places: number[] = [];
  for (const { index } of text.matchAll(pattern)) {
    places.push(index);
    if (places.length === maxMatches) break;
  }
  return places;
}

interface LinePiece {
  readonly text: string;
  readonly look?: "match" | "current match";
}

/** Splits a line into pieces, some of which are matches. `matches` are sorted; `current` is the index of the selected match. */
export function piecesOfLine(
  line: string,
  start: number,
  {
    matches,
    length,
    current,
  }: { readonly matches: readonly number[]; readonly length: number; readonly current: number },
): readonly LinePiece[] {
  const pieces: LinePiece[] = [];
  let at = 0;
  // A match may begin on the line before and end on this line.
  const first = Math.max(0, lastNotAbove(matches, start - length) + 1);
  for (let index = first; index < matches.length; index++) {
    const from = Math.max(0, (matches[index] ?? 0) - start);
    const to = Math.min(line.length, (matches[index] ?? 0) - start + length);
    if (from >= line.length) break;
    if (to <= at) continue;
    if (from > at) pieces.push({ text: line.slice(at, from) });
    pieces.push({
      text: line.slice(Math.max(at, from), to),
      look: index === current ? "current match" : "match",
    });
    at = to;
  }
  return at < line.length ? [...pieces, { text: line.slice(at) }] : pieces;
}

const hexColumns = 16;
export const hexLineCount = (bytes: Uint8Array): number => Math.ceil(bytes.length / hexColumns);

/** A line of a hex dump such as `00000010 48 65 6c 6c 6f Hello`. */
export function hexLine(bytes: Uint8Array, index: number): string {
  const part = [...bytes.subarray(index * hexColumns, (index + 1) * hexColumns)];
  const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const text = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
  const place = (index * hexColumns).toString(16).padStart(8, "0");
  return `${place}  ${hex.padEnd(hexColumns * 3 - 1)}  ${text}`;
}
