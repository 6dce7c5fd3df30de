// One HTTP exchange over undici, which can be aborted at any moment and whose reply is read on demand.

import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Clock } from "@pictor/kernel";
import type { ExchangeFailure } from "./exchange-failure.js";
import { textOfReply } from "./reply-text.js";

/** Unread bytes after which the connection is paused. */
const maxBufferedBytes = 65_536;

export interface Response {
  readonly statusCode: number;
  /** The headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: ResponseBody;
}

/** The body of a reply, which can be read once. Reading rejects with the error that ended the exchange. */
export interface ResponseBody {
  /** In the encoding that the reply names. */
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  stream(): ReadableStream<Uint8Array>;
  /** Ends the exchange without waiting. A short body is still received, so that the connection can be reused. */
  discard(): void;
  /** Ends the exchange at once. */
  abort(): void;
}

export interface ExchangeOptions {
  readonly signal: AbortSignal | undefined;
  readonly maxBytes: number | undefined;
  /** Milliseconds until the headers of the reply. */
  readonly timeoutMs: number;
  /** Measures `timeoutMs` in place of undici, whose own limit is exact to a second only and leaves out an upload. */
  readonly clock: Clock;
  /** The body of the request, if it is a stream. */
  readonly upload: Readable | undefined;
  /** Converts a failure to the error for the caller. */
  toError(failure: ExchangeFailure): Error;
}

const noop = (): void => undefined;
type Controller = Dispatcher.DispatchController;
type Headers = Response["headers"];

export class Exchange implements Dispatcher.DispatchHandler, ResponseBody {
  readonly response: Promise<Response>;
  readonly #options: ExchangeOptions;
  #resolve: (response: Response) => void = noop;
  #reject: (error: unknown) => void = noop;
  #controller: Controller | undefined;
  #ending: { readonly error?: unknown } | undefined;
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #received = 0;
  #expected: number | undefined;
  #contentType: string | undefined;
  #hasBegun = false;
  #isRead = false;
  #wake: () => void = noop;
  readonly #stopClock: () => void;

  constructor(options: ExchangeOptions) {
    const { timeoutMs, clock } = options;
    this.#options = options;
    this.#stopClock = clock.after(timeoutMs, () => this.#fail({ kind: "timeout", timeoutMs }));
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    options.signal?.addEventListener("abort", this);
  }

  /** Called when the caller's signal is aborted. The exchange rejects with its reason. */
  handleEvent(): void {
    this.#abort(this.#options.signal?.reason);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#ending !== undefined) controller.abort(new Error("ended before"));
  }

  onResponseStart(_controller: Controller, statusCode: number, headers: Headers): void {
    if (statusCode < 200 || this.#ending !== undefined) return;
    this.#stopClock();
    this.#hasBegun = true;
    const type = headers["content-type"];
    this.#contentType = type === undefined ? undefined : String(type);
    this.#resolve({ statusCode, headers, body: this });
    // A 304 has the Content-Length of a body that it does not send (RFC 9110 section 8.6); undici would wait for it.
    if (statusCode === 304) this.#end({});
    const length = headers["content-length"];
    if (typeof length === "string") this.#expected = Number(length);
    this.#limit(this.#expected);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#ending !== undefined) return;
    this.#received += chunk.length;
    this.#bufferedBytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#bufferedBytes > maxBufferedBytes) controller.pause();
    this.#limit(this.#received);
    this.#wake();
  }

  onResponseEnd(): void {
    if (this.#ending === undefined) this.#end({});
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#fail({ kind: this.#hasBegun ? "cut off" : "broken", error });
  }

  async text(): Promise<string> {
    return textOfReply(await this.#readAll(), this.#contentType);
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#readAll());
  }

  stream(): ReadableStream<Uint8Array> {
    let isFirst = true;
    return new ReadableStream(
      {
        pull: async (controller) => {
          if (isFirst) this.#markRead();
          isFirst = false;
          const chunk = await this.#read();
          if (chunk === undefined) controller.close();
          else controller.enqueue(new Uint8Array(chunk));
        },
        cancel: () => this.#abort(new Error("cancelled")),
      },
      { highWaterMark: 0 },
    );
  }

  discard(): void {
    if (this.#expected === undefined || this.#expected > maxBufferedBytes) this.abort();
  }

  abort(): void {
    this.#abort(new Error("discarded"));
  }

  #markRead(): void {
    if (this.#isRead) throw new TypeError("the body of a reply can be read once");
    this.#isRead = true;
  }

  async #readAll(): Promise<Buffer> {
    this.#markRead();
    const chunks: Buffer[] = [];
    for (let chunk = await this.#read(); chunk !== undefined; chunk = await this.#read()) chunks.push(chunk);
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  }

  async #read(): Promise<Buffer | undefined> {
    while (this.#chunks.length === 0 && this.#ending === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#ending !== undefined && "error" in this.#ending) throw this.#ending.error;
    const chunk = this.#chunks.shift();
    this.#bufferedBytes -= chunk?.length ?? 0;
    if (this.#bufferedBytes === 0) this.#controller?.resume();
    return chunk;
  }

  #limit(size = 0): void {
    const { maxBytes } = this.#options;
    if (maxBytes !== undefined && size > maxBytes) this.#fail({ kind: "too large", maxBytes });
  }

  #fail(failure: ExchangeFailure): void {
    if (this.#ending === undefined) this.#abort(this.#options.toError(failure));
  }

  /** Aborts the exchange, even while the connection is being opened: `onRequestStart` then aborts the request. */
  #abort(error: unknown): void {
    if (this.#ending !== undefined) return;
    this.#end({ error });
    this.#chunks = [];
    this.#reject(error);
    this.#options.upload?.on("error", noop).destroy();
    this.#controller?.abort(new Error("ended"));
  }

  #end(ending: { readonly error?: unknown }): void {
    this.#ending = ending;
    this.#stopClock();
    this.#options.signal?.removeEventListener("abort", this);
    this.#wake();
  }
}
