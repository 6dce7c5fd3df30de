// One line from a person at a terminal, shown while it is typed or not. Ctrl-C, Ctrl-D and an abort all end it.

import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { Streams } from "../base/streams.js";

export interface PromptOptions {
  /** What is typed is not shown. */
  readonly isHidden: boolean;
  readonly signal: AbortSignal;
  /** Called for Ctrl-C, which readline takes for itself while it reads. */
  interrupt(): void;
}

/**
 * Asks with `query` on stderr. Undefined for Ctrl-D; rejects with the signal's reason. The terminal's mode is as before
 * in every ending. There is no limit on the length: the line is not edited by the terminal itself.
 */
export function promptLine(
  query: string,
  { stdin, stderr }: Pick<Streams, "stdin" | "stderr">,
  { isHidden, signal, interrupt }: PromptOptions,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    let answer: string | undefined;
    let isMuted = false;
    const output = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        if (!isMuted) stderr.write(chunk);
        done();
      },
    });
    Object.assign(output, { columns: stderr.columns ?? 80 });
    const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
    const close = (): void => {
      lines.close();
    };
    let isOpenLine = true;
    const endLine = (): void => {
      if (isOpenLine) stderr.write("\n");
      isOpenLine = false;
    };
    lines.on("SIGINT", () => {
      endLine();
      interrupt();
    });
    lines.once("close", () => {
      signal.removeEventListener("abort", close);
      // The line end that was typed is not shown either.
      if (isHidden || answer === undefined) endLine();
      if (signal.aborted) reject(signal.reason);
      else resolve(answer);
    });
    signal.addEventListener("abort", close, { once: true });
    lines.question(query, (line) => {
      answer = line;
      lines.close();
    });
    isMuted = isHidden;
  });
}
