// Reads piped standard input line by line. Between two reads the stream is paused, and does not keep the process alive.

import type { InputStream } from "../base/streams.js";

export interface LineReader {
  /** Resolves to the next line without its line end, or to undefined at the end. Rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<string | undefined>;
  /** Resolves to the rest of the input, without a final line end. */
  rest(signal: AbortSignal): Promise<string>;
}

const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, "");

/** Creates a reader, which does not read from `source` before the first call of a method. */
export function createLineReader(source: InputStream): LineReader {
  const decoder = new TextDecoder();
  let buffer = "";
  let isEnded = false;

  /** Reads until `take` returns a result; pauses the stream before settling. */
  const readUntil = <T>(take: () => { readonly found: T } | undefined, signal: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const stop = (settle: () => void): void => {
        source.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd);
        signal.removeEventListener("abort", onAbort);
        source.pause();
        // A paused pipe that its writer keeps open would still keep the process alive after the command has ended.
        source.unref?.();
        settle();
      };
      const check = (): void => {
        const taken = take();
        if (taken !== undefined)
          stop(() => {
            resolve(taken.found);
          });
      };
      const onData = (chunk: Uint8Array | string): void => {
        buffer += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
        check();
      };
      const onEnd = (): void => {
        isEnded = true;
        check();
      };
      const onAbort = (): void => {
        stop(() => {
          reject(signal.reason);
        });
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener("abort", onAbort, { once: true });
      source.on("end", onEnd).on("close", onEnd).on("error", onEnd);
      if (source.readableEnded || source.destroyed) isEnded = true;
      source.ref?.();
      source.on("data", onData);
      source.resume();
      check();
    });

  const take = (length: number): string => {
    const text = buffer.slice(0, length);
    buffer = buffer.slice(length);
    return withoutLineEnd(text);
  };
  return {
    next: (signal) =>
      readUntil(() => {
        const end = buffer.indexOf("\n");
        if (end >= 0) return { found: take(end + 1) };
        if (!isEnded) return undefined;
        return { found: buffer === "" ? undefined : take(buffer.length) };
      }, signal),
    rest: (signal) => readUntil(() => (isEnded ? { found: take(buffer.length) } : undefined), signal),
  };
}
