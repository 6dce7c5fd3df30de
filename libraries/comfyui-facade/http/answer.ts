// The answers of routes, and their form as replies of the facet `direct`.

import { stringifyJson } from "@pictor/comfyui-graph";
import type { fileReply } from "@pictor/comfyui-protocol";
import type { Reply } from "@pictor/kernel/plugin";

/** The body of an answer: text, bytes, or pieces that are read as fast as the client takes them. */
export type AnswerBody = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: AnswerBody;
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: stringifyJson(value),
});

export const text = (body: string, status: number): Answer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body,
});

export const bytes = (body: Uint8Array, headers: Answer["headers"]): Answer => ({
  status: 200,
  headers: { "content-length": String(body.length), ...headers },
  body,
});

/** The reply of a server of the protocol, with further headers. */
export const ofServer = (
  { status, headers, body }: ReturnType<typeof fileReply>,
  more: Answer["headers"],
): Answer => ({
  status,
  headers: {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    ...more,
  },
  ...(body !== undefined && { body: body as AnswerBody }),
});

export const empty = (status: number): Answer => ({ status, headers: { "content-length": "0" } });

/** What a server of the protocol answers to a path that it does not have: 404 to GET, 405 to other methods. */
export const noRoute = (method: string): Answer =>
  method === "GET" || method === "HEAD" ? empty(404) : text("405: Method Not Allowed", 405);

export const tooLarge = (maxBytes: number): Answer =>
  text(`Maximum request body size ${Math.round(maxBytes)} exceeded.`, 413);

async function* wholeOf(body: string | Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (body !== undefined) yield await Promise.resolve(typeof body === "string" ? Buffer.from(body) : body);
}

/** A body as a stream that reads nothing ahead. */
function streamOf(body: AnswerBody | undefined): ReadableStream<Uint8Array> {
  const isWhole = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const pieces = (isWhole ? wholeOf(body) : body)[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** `url` is shown in errors only. */
export function toReply({ status, headers, body }: Answer, url: string): Reply {
  const stream = streamOf(body);
  return {
    status,
    headers,
    url,
    body: stream,
    hops: [],
    notes: [],
    text: async () => new TextDecoder().decode(await bytesOf(stream)),
    bytes: () => bytesOf(stream),
    discard: () => stream.cancel(),
  };
}
