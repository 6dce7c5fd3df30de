// Splits a stream of bytes into lines.

/** A longer line is passed on in parts of this many characters. */
const maxLineLength = 65_536;

/** Control sequences such as colors (ECMA-48, 5.4): newer versions of ComfyUI write them to files too. */
// eslint-disable-next-line no-control-regex -- the pattern searches for control characters
const escapeSequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g;

/** What a terminal shows of a line: progress bars overwrite it after a carriage return, so the last state counts. */
const shownOf = (line: string): string =>
  line
    .replace(escapeSequences, "")
    .split("\r")
    .findLast((state) => state !== "") ?? "";

/** Decodes UTF-8, also across the borders of chunks. */
export function createLineSplitter() {
  let decoder = new TextDecoder();
  let rest = "";
  return {
    /** The lines that are complete now, and the last state of a progress bar. */
    add(chunk: Uint8Array) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      const lines = parts.map(shownOf);
      // A carriage return at the very end may be the first half of CRLF.
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
    /** The text after the last line break. */
    rest() {
      const text = shownOf(rest + decoder.decode());
      rest = "";
      return text === "" ? [] : [text];
    },
    /** Discards the text after the last line break. */
    reset() {
      decoder = new TextDecoder();
      rest = "";
    },
  };
}

/** The lines of a complete text as a terminal would show them. */
export const linesOf = (text: string): readonly string[] =>
  (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n").map(shownOf);
