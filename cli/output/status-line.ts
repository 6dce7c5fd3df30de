// The live line at the bottom of a terminal. Everything else is printed above the live line, which is then redrawn.

import { shorten } from "../text/shorten.js";

export interface StatusLine {
  /** Replaces the line; "" removes it. A text that does not fit is cut: some terminals wrap a full line. */
  show(text: string): void;
  /** Removes the line while `print` writes, and redraws it. */
  above(print: () => void): void;
  /** Removes the line until the returned function is called. */
  pause(): () => void;
}

/** Carriage return and erase the line (ECMA-48 EL 2). */
const erase = "\r\u001b[2K";

/** `write` must write to a terminal, which is `columns()` wide. */
export function createStatusLine(write: (text: string) => void, columns: () => number): StatusLine {
  let shown = "";
  let isPaused = false;
  return {
    show(text) {
      const line = shorten(text, Math.max(4, columns() - 1));
      if (line === shown) return;
      if (!isPaused) write(erase + line);
      shown = line;
    },
    above(print) {
      if (shown === "" || isPaused) {
        print();
        return;
      }
      write(erase);
      print();
      write(shown);
    },
    pause() {
      isPaused = true;
      if (shown !== "") write(erase);
      return () => {
        isPaused = false;
        write(shown);
      };
    },
  };
}

/** For output that is not a terminal: draws nothing. */
export const noStatusLine: StatusLine = {
  show: () => undefined,
  above: (print) => print(),
  pause: () => () => undefined,
};
