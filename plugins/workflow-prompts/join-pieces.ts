// Joins the pieces of a prompt. If a piece was removed, one separator stays between its neighbors instead of two.

import { trimBlanksEnd } from "@pictor/prompt-syntax";

/** A piece of a prompt as written. Separators are never removed from an atomic piece, such as a tag. */
export interface PromptPiece {
  readonly text: string;
  readonly isAtomic: boolean;
}
/** Placeholder for a piece that was removed. */
export const removedPiece = "removed";
export type PromptPieces = readonly (PromptPiece | typeof removedPiece)[];

const isEscaped = (text: string, at: number): boolean => text[at - 1] === "\\";

/** Removes a comma at the end, with the blanks around it. */
function trimSeparatorEnd(text: string): string {
  const trimmed = trimBlanksEnd(text);
  const last = trimmed.length - 1;
  return trimmed[last] === "," && !isEscaped(trimmed, last) ? trimBlanksEnd(trimmed.slice(0, last)) : trimmed;
}

/** Whether the next text would be at the start of the prompt, of a line, or of a bracket. */
function isAtStart(before: string): boolean {
  const last = before.length - 1;
  return last < 0 || before[last] === "\n" || (/[([]/.test(before.slice(last)) && !isEscaped(before, last));
}

/**
 * Removes the superfluous separator between the texts on both sides of a removed piece: at the start of the prompt, of
 * a line or of a bracket, the separator of the right text; elsewhere that of the left text.
 */
function joinAcrossGap(left: string, right: string): readonly [left: string, right: string] {
  const before = trimBlanksEnd(left);
  if (isAtStart(before)) {
    const rest = right.replace(/^[ \t]*(?:,[ \t]*)?/, "");
    // A line is removed if it contained only removed pieces.
    return [left, /[([]$/.test(before) ? rest : rest.replace(/^\r?\n/, "")];
  }
  if (/^[ \t]*(?:[,)\]\n]|\r\n)/.test(right)) return [trimSeparatorEnd(left), right];
  return [left, /\s$/.test(left.slice(-1)) ? right.replace(/^[ \t]+/, "") : right];
}

/** Joins adjacent texts and closes the gaps of removed pieces. No piece of the result is empty. */
export function joinPieces(pieces: PromptPieces): readonly PromptPiece[] {
  const joined: PromptPiece[] = [];
  const append = (text: string): void => {
    const last = joined.at(-1);
    const isText = last?.isAtomic === false;
    if (isText) joined.pop();
    const whole = isText ? last.text + text : text;
    if (whole !== "") joined.push({ text: whole, isAtomic: false });
  };
  const takeLastText = (): string => (joined.at(-1)?.isAtomic === false ? (joined.pop()?.text ?? "") : "");

  let hasGap = false;
  for (const piece of pieces) {
    if (piece === removedPiece) hasGap = true;
    else if (piece.text === "") continue;
    else if (!hasGap) {
      if (piece.isAtomic) joined.push(piece);
      else append(piece.text);
    } else {
      const text = takeLastText();
      // A dot represents an atomic piece, which is neither a separator nor the start of a line or bracket.
      const placeholder = joined.length > 0 ? "." : "";
      const [left, right] = joinAcrossGap(placeholder + text, piece.isAtomic ? "." : piece.text);
      append(left.slice(placeholder.length));
      if (piece.isAtomic) joined.push(piece);
      else append(right);
      // A text that was only a separator does not end the gap of a removed piece.
      hasGap = right === "";
    }
  }
  if (hasGap) append(trimSeparatorEnd(takeLastText().trimEnd()).trimEnd());
  return joined;
}
