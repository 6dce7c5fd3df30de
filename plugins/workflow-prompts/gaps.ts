// What stays when something is taken out of a prompt: its neighbours, with one separator between them and not two.

import { withoutBlanksAtEnd } from "./marks.js";

/** A piece of a prompt in source form. A solid one is a unit: nothing is cut off it. */
export interface Piece {
  readonly text: string;
  readonly isSolid: boolean;
}
/** Where something was taken out. */
export const gap = "gap";

const isEscaped = (text: string, at: number): boolean => text[at - 1] === "\\";

/** Without a comma at its end, and the spaces around it. */
function withoutSeparatorAtEnd(text: string): string {
  const cut = withoutBlanksAtEnd(text);
  const last = cut.length - 1;
  return cut[last] === "," && !isEscaped(cut, last) ? withoutBlanksAtEnd(cut.slice(0, last)) : cut;
}

/** Whether what comes next stands at the beginning: of the prompt, of a line, or inside brackets. */
function isOpening(before: string): boolean {
  const last = before.length - 1;
  return last < 0 || before[last] === "\n" || (/[([]/.test(before.slice(last)) && !isEscaped(before, last));
}

/** The texts on both sides of a gap. Behind a beginning the separator that follows goes, otherwise the one before. */
export function bridged(left: string, right: string): readonly [left: string, right: string] {
  const before = withoutBlanksAtEnd(left);
  if (isOpening(before)) {
    const rest = right.replace(/^[ \t]*(?:,[ \t]*)?/, "");
    // A line that held nothing else goes whole.
    return [left, /[([]$/.test(before) ? rest : rest.replace(/^\r?\n/, "")];
  }
  if (/^[ \t]*(?:[,)\]\n]|\r\n)/.test(right)) return [withoutSeparatorAtEnd(left), right];
  return [left, /\s$/.test(left.slice(-1)) ? right.replace(/^[ \t]+/, "") : right];
}

/** Takes the gaps out. Texts that are next to each other then become one, and none is empty. */
export function withoutGaps(pieces: readonly (Piece | typeof gap)[]): readonly Piece[] {
  const closed: Piece[] = [];
  const add = (text: string): void => {
    const last = closed.at(-1);
    const isText = last?.isSolid === false;
    if (isText) closed.pop();
    const joined = isText ? last.text + text : text;
    if (joined !== "") closed.push({ text: joined, isSolid: false });
  };
  /** Takes the last text off; a solid piece counts as something that ends in a letter. */
  const takeText = (): string => (closed.at(-1)?.isSolid === false ? (closed.pop()?.text ?? "") : "");

  let hasGap = false;
  for (const piece of pieces) {
    if (piece === gap) hasGap = true;
    else if (piece.text === "") continue;
    else if (!hasGap) {
      if (piece.isSolid) closed.push(piece);
      else add(piece.text);
    } else {
      const text = takeText();
      const wall = closed.length > 0 ? "." : "";
      const [left, right] = bridged(wall + text, piece.isSolid ? "." : piece.text);
      add(left.slice(wall.length));
      if (piece.isSolid) closed.push(piece);
      else add(right);
      // Where only a separator stood, the gap goes on.
      hasGap = right === "";
    }
  }
  if (hasGap) add(withoutSeparatorAtEnd(takeText().trimEnd()).trimEnd());
  return closed;
}
