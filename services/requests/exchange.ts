// One request on its way over undici: it can be ended at any moment, and its reply is pulled by whoever reads it.

import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Clock } from "@pictor/kernel";
import type { Trouble } from "./exchange-failure.js";

/** Bytes that wait for a reader before the connection has to. */
const heldBytes = 65_536;

export interface Response {
  readonly statusCode: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: ResponseBody;
}

/** To be read once, in one of three ways. Each rejects with what ended the exchange. */
export interface ResponseBody {
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  stream(): ReadableStream<Uint8Array>;
  /** Ends the exchange without waiting. What is known to be short may still come in, so that the connection is kept. */
  discard(): void;
}

export interface ExchangeOptions {
  readonly signal: AbortSignal | undefined;
  readonly maxBytes: number | undefined;
  /** To the reply's headers, from the moment at which there is a connection. */
  readonly timeoutMs: number;
  /** Given when the connection may be longer in coming than `timeoutMs`, or there is an `upload`, which may stall. */
  readonly clock: Clock | undefined;
  /** The request's own body, while it is a stream. */
  readonly upload: Readable | undefined;
  /** What the caller is told. */
  failure(trouble: Trouble): Error;
}

const nothing = (): void => undefined;
type Controller = Dispatcher.DispatchController;
type Headers = Response["headers"];

export class Exchange implements Dispatcher.DispatchHandler, ResponseBody {
  readonly response: Promise<Response>;
  readonly #options: ExchangeOptions;
  #resolve: (response: Response) => void = nothing;
  #reject: (error: unknown) => void = nothing;
  #controller: Controller | undefined;
  #ending: { readonly error?: unknown } | undefined;
  #chunks: Buffer[] = [];
  #held = 0;
  #received = 0;
  #expected: number | undefined;
  #isTaken = false;
  #wake: () => void = nothing;
  readonly #stopClock: (() => void) | undefined;

  constructor(options: ExchangeOptions) {
    const { timeoutMs, clock } = options;
    this.#options = options;
    this.#stopClock = clock?.after(timeoutMs, () => {
      this.#fail({ kind: "timeout", timeoutMs });
    });
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    options.signal?.addEventListener("abort", this);
  }

  /** The caller's abort: its reason is what the caller gets. */
  handleEvent(): void {
    this.#abort(this.#options.signal?.reason);
  }

  onRequestStart(controller: Controller): void {
    // undici counts from here, but not before the request's own body is through.
    if (this.#options.upload === undefined) this.#stopClock?.();
    this.#controller = controller;
    if (this.#ending !== undefined) controller.abort(new Error("ended before"));
  }

  onResponseStart(_controller: Controller, statusCode: number, headers: Headers): void {
    if (statusCode < 200 || this.#ending !== undefined) return;
    this.#stopClock?.();
    this.#resolve({ statusCode, headers, body: this });
    // Its Content-Length is that of another reply's body (RFC 9110 section 8.6); undici misses that body.
    if (statusCode === 304) this.#end({});
    const length = headers["content-length"];
    if (typeof length === "string") this.#expected = Number(length);
    this.#limit(this.#expected);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#ending !== undefined) return;
    this.#received += chunk.length;
    this.#held += chunk.length;
    this.#chunks.push(chunk);
    if (this.#held > heldBytes) controller.pause();
    this.#limit(this.#received);
    this.#wake();
  }

  onResponseEnd(): void {
    if (this.#ending === undefined) this.#end({});
  }

  onResponseError(_controller: Controller, error: Error & { readonly code?: unknown }): void {
    const { timeoutMs } = this.#options;
    this.#fail(
      error.code === "UND_ERR_HEADERS_TIMEOUT" ? { kind: "timeout", timeoutMs } : { kind: "broken", error },
    );
  }

  async text(): Promise<string> {
    // As TextDecoder does, without the mark of the byte order.
    return (await this.#whole()).toString().replace(/^\uFEFF/, "");
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#whole());
  }

  stream(): ReadableStream<Uint8Array> {
    let isFirst = true;
    return new ReadableStream(
      {
        pull: async (controller) => {
          if (isFirst) this.#take();
          isFirst = false;
          const chunk = await this.#read();
          if (chunk === undefined) controller.close();
          else controller.enqueue(new Uint8Array(chunk));
        },
        cancel: () => {
          this.#abort(new Error("cancelled"));
        },
      },
      { highWaterMark: 0 },
    );
  }

  discard(): void {
    if (this.#expected === undefined || this.#expected > heldBytes) this.#abort(new Error("discarded"));
  }

  #take(): void {
    if (this.#isTaken) throw new TypeError("the body of a reply can be read once");
    this.#isTaken = true;
  }

  async #whole(): Promise<Buffer> {
    this.#take();
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
    this.#held -= chunk?.length ?? 0;
    if (this.#held === 0) this.#controller?.resume();
    return chunk;
  }

  #limit(size = 0): void {
    const { maxBytes } = this.#options;
    if (maxBytes !== undefined && size > maxBytes) this.#fail({ kind: "too large", maxBytes });
  }

  #fail(trouble: Trouble): void {
    if (this.#ending === undefined) this.#abort(this.#options.failure(trouble));
  }

  /** Also while the connection is still being opened: undici hears of it when that is done. */
  #abort(error: unknown): void {
    if (this.#ending !== undefined) return;
    this.#end({ error });
    this.#chunks = [];
    this.#reject(error);
    this.#options.upload?.on("error", nothing).destroy();
    this.#controller?.abort(new Error("ended"));
  }

  #end(ending: { readonly error?: unknown }): void {
    this.#ending = ending;
    this.#stopClock?.();
    this.#options.signal?.removeEventListener("abort", this);
    this.#wake();
  }
}
