// The output of a program: passes on its lines as they arrive, and keeps the last part.

import type { RunOptions } from "@pictor/kernel";

/** The most bytes of `ProcessExit.output`, and the most characters of one line. */
export const outputLimit = 65_536;

export interface OutputCollector {
  /** Adds a chunk of a stream; undefined marks its end. */
  take(stream: "stdout" | "stderr", chunk: Uint8Array | undefined): void;
  /** The last part of both streams, in the order of arrival. */
  text(): string;
}

/** Splits text that arrives in chunks into lines. `\r\n` ends one line even if it arrives in two chunks. */
export function createLineCutter(onLine: (line: string) => void) {
  let rest = "";
  let isAfterReturn = false;
  /** Splits a long line: passes on pieces of maximum length, and returns the rest. */
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

/** The last `limit` bytes of a text, without a character that is cut off at the start. */
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
    const lines = onLine === undefined ? undefined : createLineCutter((line) => onLine(line, stream));
    return (chunk: Uint8Array | undefined): void => {
      const part = decoder.decode(chunk, { stream: chunk !== undefined });
      tail += part;
      if (tail.length > 2 * outputLimit) tail = tail.slice(-outputLimit);
      lines?.add(part);
      if (chunk === undefined) lines?.end();
    };
  };
  const readers = { stdout: reader("stdout"), stderr: reader("stderr") };
  return { take: (stream, chunk) => readers[stream](chunk), text: () => lastBytes(tail, outputLimit) };
}
