// The reply that a caller of `send` gets.

import type { Hop, Problem, Reply } from "@pictor/kernel";
import type { Response } from "./exchange.js";
import { textOfHeader } from "./header-text.js";

/** The headers as bytes, with repeated lines joined. */
export function flatHeaders({ headers }: Response): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    flat[name] = Array.isArray(value) ? value.join(name === "set-cookie" ? "\n" : ", ") : (value ?? "");
  }
  return flat;
}

/** The headers as text. */
export function shownHeaders(response: Response): Record<string, string> {
  const flat = flatHeaders(response);
  for (const name in flat) flat[name] = textOfHeader(flat[name] ?? "");
  return flat;
}

/** A class, because creating an object literal with getters and closures takes longer than the rest of `send`. */
export class ReceivedReply implements Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly notes: readonly Problem[];
  readonly #body: Response["body"];
  #stream: ReadableStream<Uint8Array> | undefined;

  constructor(response: Response, body: Response["body"], hops: readonly Hop[], notes: readonly Problem[]) {
    this.status = response.statusCode;
    this.headers = shownHeaders(response);
    this.url = hops.at(-1)?.url ?? "";
    this.hops = hops;
    this.notes = notes;
    this.#body = body;
  }

  get body(): ReadableStream<Uint8Array> {
    return (this.#stream ??= this.#body.stream());
  }

  text(): Promise<string> {
    return this.#body.text();
  }

  bytes(): Promise<Uint8Array> {
    return this.#body.bytes();
  }

  discard(): Promise<void> {
    this.#body.discard();
    return Promise.resolve();
  }
}
