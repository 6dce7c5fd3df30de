// What a program writes: its lines as they come, and the end of it, kept within a limit.

import type { RunOptions } from "@pictor/kernel";

/** Bytes of `ProcessExit.output`, and characters of one line. */
export const outputLimit = 65_536;

export interface OutputCollector {
  /** A part of a stream; undefined at its end. */
  take(stream: "stdout" | "stderr", chunk: Uint8Array | undefined): void;
  /** The end of both streams, in the order in which it came. */
  text(): string;
}

/** Cuts a text that comes in parts into lines; `\r\n` is one end, also when it comes in two parts. */
export function createLineCutter(onLine: (line: string) => void) {
  let rest = "";
  let isAfterReturn = false;
  /** Calls back with whole pieces of a text; the last one is left. */
  const shorten = (text: string): string => {
    let last = text;
    for (; last.length > outputLimit; last = last.slice(outputLimit)) onLine(last.slice(0, outputLimit));
    return last;
  };
  return {
    add(part: string): void {
      const text = isAfterReturn && part.startsWith("\n") ? part.slice(1) : part;
      if (part !== "") isAfterReturn = part.endsWith("\r");
      const lines = (rest + text).split(/\r\n|\n|\r/);
      const last = lines.pop() ?? "";
      for (const line of lines) onLine(shorten(line));
      rest = shorten(last);
    },
    end(): void {
      if (rest !== "") onLine(rest);
      rest = "";
    },
  };
}

/** The last bytes of a text, from the beginning of a character on. */
export function lastBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text.slice(-limit));
  let start = Math.max(0, bytes.length - limit);
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.toString("utf8", start);
}

export function createOutputCollector(
  onLine: NonNullable<RunOptions["onLine"]> | undefined,
): OutputCollector {
  let tail = "";
  const reader = (stream: "stdout" | "stderr") => {
    const decoder = new TextDecoder();
    const lines =
      onLine === undefined
        ? undefined
        : createLineCutter((line) => {
            onLine(line, stream);
          });
    return (chunk: Uint8Array | undefined): void => {
      const part = decoder.decode(chunk, { stream: chunk !== undefined });
      tail += part;
      if (tail.length > 2 * outputLimit) tail = tail.slice(-outputLimit);
      lines?.add(part);
      if (chunk === undefined) lines?.end();
    };
  };
  const readers = { stdout: reader("stdout"), stderr: reader("stderr") };
  return {
    take: (stream, chunk) => {
      readers[stream](chunk);
    },
    text: () => lastBytes(tail, outputLimit),
  };
}
