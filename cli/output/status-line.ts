// The one line at the bottom of a terminal that is drawn again and again. Everything else is printed above it.

export interface StatusLine {
  /** Replaces the line; "" removes it. */
  show(text: string): void;
  /** Takes the line away while `print` writes, and puts it back. */
  above(print: () => void): void;
  /** Takes the line away until the returned function is called. */
  pause(): () => void;
}

/** Carriage return and erase the line (ECMA-48 EL 2). */
const erase = "\r\u001b[2K";

/** `write` goes to a terminal. */
export function createStatusLine(write: (text: string) => void): StatusLine {
  let shown = "";
  let isPaused = false;
  return {
    show(text) {
      if (text === shown) return;
      if (!isPaused) write(erase + text);
      shown = text;
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

/** Where nobody looks: nothing is drawn. */
export const noStatusLine: StatusLine = {
  show: () => undefined,
  above: (print) => {
    print();
  },
  pause: () => () => undefined,
};
