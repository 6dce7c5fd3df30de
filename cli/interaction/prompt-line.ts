// Asks the user at a terminal for one line, with or without echo. Ctrl-C, Ctrl-D and an abort end the prompt.

import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { Streams } from "../base/streams.js";

export interface PromptOptions {
  /** Whether the typed text is hidden. */
  readonly isHidden: boolean;
  readonly signal: AbortSignal;
  /** Called for Ctrl-C, which readline intercepts while it reads. */
  interrupt(): void;
}

/**
 * Prints `query` to stderr and resolves to the line, or to undefined for Ctrl-D. Rejects with the signal's reason.
 * Restores the terminal's mode in every case. The length of the line is unlimited, because readline edits the line in
 * place of the terminal.
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
      // Without echo, the typed line end is not shown either, so it is written here.
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
