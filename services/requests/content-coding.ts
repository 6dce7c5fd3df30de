// Decompresses the body of a reply by its header Content-Encoding (RFC 9110 section 8.4), while it comes.

import type { InflateError } from "@pictor/inflate";
import { streamCodings, type StreamCoding } from "@pictor/inflate/codings";
import type { ExchangeFailure } from "./exchange-failure.js";
import type { Response, ResponseBody } from "./exchange.js";
import { textOfReply } from "./reply-text.js";

const names: ReadonlyMap<string, StreamCoding> = new Map([
  ...streamCodings.map((coding) => [coding, coding] as const),
  ["x-gzip", "gzip"],
]);

/** The header Accept-Encoding: what `DecodedBody` can decompress. */
export const acceptedCodings = streamCodings.join(", ");

/** As many codings in a row as curl and undici decompress. More are an attack. */
const maxCodings = 5;

/** Texts reach a ratio of 20, catalogs with long lists 100; what stays small is allowed at any ratio. */
const limits = { maxRatio: 200, freeBytes: 16 * 1024 ** 2 };

export interface BodyCodings {
  /** In the order in which they were applied. Empty for a body that is read as it comes. */
  readonly codings: readonly StreamCoding[];
  /** A coding that is not known here, or their number if there are more than `maxCodings`. The body is then read as it comes. */
  readonly unknown?: string;
}

const none: BodyCodings = { codings: [] };
const withoutBody = new Set([204, 205, 304]);

/** Whether a reply may have a coding that is not chunked. */
export const isCoded = (headers: Response["headers"]): boolean =>
  headers["content-encoding"] !== undefined ||
  (headers["transfer-encoding"] ?? "chunked").toString().toLowerCase() !== "chunked";

/**
 * The codings of a reply's body. A part of a body (206) is a part of its coded bytes, which cannot be decompressed
 * alone; a reply to HEAD has no body.
 */
export function codingsOf({ statusCode, headers }: Response, method: string): BodyCodings {
  if (!isCoded(headers) || method === "HEAD" || statusCode === 206 || withoutBody.has(statusCode))
    return none;
  // A transfer coding beside chunked is applied last (RFC 9112 section 7); some servers send one that nobody has asked for.
  const given = [headers["content-encoding"], headers["transfer-encoding"]]
    .join(",")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity" && name !== "chunked");
  if (given.length > maxCodings) return { ...none, unknown: `${given.length} codings in a row` };
  const unknown = given.find((name) => !names.has(name));
  if (unknown !== undefined) return { ...none, unknown };
  return { codings: given.flatMap((name) => names.get(name) ?? []) };
}

export interface DecodedOptions {
  readonly codings: readonly StreamCoding[];
  /** Limit of the body after decompression. */
  readonly maxBytes: number | undefined;
  readonly contentType: string | undefined;
  toError(failure: ExchangeFailure): Error;
}

/** The body of a reply after decompression. */
export class DecodedBody implements ResponseBody {
  readonly #coded: ResponseBody;
  readonly #options: DecodedOptions;

  constructor(coded: ResponseBody, options: DecodedOptions) {
    this.#coded = coded;
    this.#options = options;
  }

  async text(): Promise<string> {
    return textOfReply(await this.#readAll(), this.#options.contentType);
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#readAll());
  }

  stream(): ReadableStream<Uint8Array> {
    const coded = this.#coded.stream();
    const chunks = this.#decoded(coded);
    return new ReadableStream(
      {
        pull: async (controller) => {
          const { done, value } = await chunks.next();
          if (done === true) controller.close();
          else controller.enqueue(new Uint8Array(value));
        },
        // Ends the exchange at once, although a chunk may be waited for: the generator alone would end after that chunk.
        cancel: () => {
          this.#coded.abort();
          void chunks.return(undefined).catch(() => undefined);
        },
      },
      { highWaterMark: 0 },
    );
  }

  discard(): void {
    this.#coded.discard();
  }

  abort(): void {
    this.#coded.abort();
  }

  async #readAll(): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#decoded(this.#coded.stream())) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async *#decoded(coded: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
    // Loaded by the first compressed reply.
    const { InflateError, inflateStream } = await import("@pictor/inflate");
    const { codings, maxBytes = Infinity, toError } = this.#options;
    let size = 0;
    try {
      for await (const chunk of inflateStream(coded, codings, { ...limits, maxBytes: Infinity })) {
        size += chunk.length;
        if (size > maxBytes) throw toError({ kind: "too large", maxBytes });
        yield chunk;
      }
    } catch (error) {
      this.#coded.abort();
      throw error instanceof InflateError ? toError({ kind: "undecodable", ...problemOf(error) }) : error;
    }
    return undefined;
  }
}

const problemOf = ({ coding, message, maxBytes }: InflateError) => ({
  coding,
  problem:
    maxBytes === undefined
      ? message
      : `becomes larger than ${maxBytes} bytes${maxBytes > limits.freeBytes ? `, ${limits.maxRatio} times as large as it is` : ""}`,
});
