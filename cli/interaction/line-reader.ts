// Reads piped standard input line by line. Between two reads the stream is paused, and does not keep the process alive.

import type { InputStream } from "../base/streams.js";

const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, "");

/** A reader, which does not read from its source before the first call of a method. */
export class LineReader {
  readonly #source: InputStream;
  readonly #decoder = new TextDecoder();
  #buffer = "";
  #isEnded = false;

  constructor(source: InputStream) {
    this.#source = source;
  }

  /** Resolves to the next line without its line end, or to undefined at the end. Rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<string | undefined> {
    return this.#readUntil(() => {
      const end = this.#buffer.indexOf("\n");
      if (end >= 0) return { found: this.#take(end + 1) };
      if (!this.#isEnded) return undefined;
      return { found: this.#buffer === "" ? undefined : this.#take(this.#buffer.length) };
    }, signal);
  }

  /** Resolves to the rest of the input, without a final line end. */
  rest(signal: AbortSignal): Promise<string> {
    const all = () => (this.#isEnded ? { found: this.#take(this.#buffer.length) } : undefined);
    return this.#readUntil(all, signal);
  }

  #take(length: number): string {
    const text = this.#buffer.slice(0, length);
    this.#buffer = this.#buffer.slice(length);
    return withoutLineEnd(text);
  }

  /** Reads until `take` returns a result; pauses the stream before settling. */
  async #readUntil<T>(take: () => { readonly found: T } | undefined, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        release();
        finish();
      };
      const check = (): void => {
        const taken = take();
        if (taken === undefined) return;
        settle(() => resolve(taken.found));
      };
      const onAbort = (): void => {
        settle(() => reject(signal.reason));
      };
      const stopListening = this.#listen(check);
      const release = (): void => {
        stopListening();
        signal.removeEventListener("abort", onAbort);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      check();
    });
  }

  /** Calls `onChange` when text has come, or the end of the input. Returns the function that ends this, and pauses the stream. */
  #listen(onChange: () => void): () => void {
    const source = this.#source;
    const onData = (chunk: Uint8Array | string): void => {
      this.#buffer += typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true });
      onChange();
    };
    const onEnd = (): void => {
      this.#isEnded = true;
      onChange();
    };
    source.on("end", onEnd).on("close", onEnd).on("error", onEnd);
    if (source.readableEnded || source.destroyed) this.#isEnded = true;
    source.ref?.();
    source.on("data", onData);
    source.resume();
    return () => {
      source.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd);
      source.pause();
      // A paused pipe that its writer keeps open would still keep the process alive after the command has ended.
      source.unref?.();
    };
  }
}
