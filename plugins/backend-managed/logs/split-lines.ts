// Text that comes in pieces, cut into lines. Pure, but for what it keeps of the last piece.

/** A line that has no end is passed on in pieces of this many characters. */
const maxLineLength = 65_536;

export interface LineSplitter {
  /** The lines that are whole now, and the latest state of one that is written over and over. */
  add(chunk: Uint8Array): readonly string[];
  /** What is left without an end. */
  rest(): readonly string[];
  /** Forgets what is left. */
  reset(): void;
}

/** Colours and the like (ECMA-48, 5.4): newer versions of ComfyUI write them into a file too. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const escapeSequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g;

/** Progress bars go back by a carriage return and write over what is there: the last state is what a terminal shows. */
const shownOf = (line: string): string =>
  line
    .replace(escapeSequences, "")
    .split("\r")
    .findLast((state) => state !== "") ?? "";

/** UTF-8; a character that is cut by a border is put together again. */
export function createLineSplitter(): LineSplitter {
  let decoder = new TextDecoder();
  let rest = "";
  return {
    add(chunk) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      const lines = parts.map(shownOf);
      // One at the very end may be the first half of a line end.
      const returned = rest.lastIndexOf("\r", rest.length - 2);
      const state = returned < 0 ? "" : shownOf(rest.slice(0, returned));
      if (state !== "") lines.push(state);
      rest = rest.slice(returned + 1);
      if (rest.length > maxLineLength) {
        lines.push(rest);
        rest = "";
      }
      return lines;
    },
    rest() {
      const text = shownOf(rest + decoder.decode());
      rest = "";
      return text === "" ? [] : [text];
    },
    reset() {
      decoder = new TextDecoder();
      rest = "";
    },
  };
}

/** A whole text as a terminal would show it. */
export const linesOf = (text: string): readonly string[] =>
  (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n").map(shownOf);
