// A reply of the protocol as one of the facet `direct`.

import { contentsOf, isWhole, type Body, type Reply } from "@pictor/comfyui-protocol";
import type { Reply as DirectReply } from "@pictor/kernel/plugin";

/** A body as a stream that reads nothing ahead. */
function streamOf(body: Body | undefined): ReadableStream<Uint8Array> {
  if (body === undefined) return ReadableStream.from([]);
  return ReadableStream.from(isWhole(body) ? [Buffer.from(body)] : body);
}

/** A browser must not run a file of a client as a page. */
const noSniff = { "x-content-type-options": "nosniff" };

/** `url` is shown in errors only. */
export function directReply({ status, headers, body }: Reply, url: string): DirectReply {
  const stream = streamOf(body);
  const length =
    body !== undefined && isWhole(body) ? Buffer.byteLength(body) : body === undefined ? 0 : undefined;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    status,
    headers: {
      ...(length !== undefined && status !== 304 && { "content-length": String(length) }),
      ...Object.fromEntries(named),
      ...noSniff,
    },
    url,
    body: stream,
    hops: [],
    notes: [],
    text: async () => new TextDecoder().decode(await contentsOf(stream)),
    bytes: () => contentsOf(stream),
    discard: () => stream.cancel(),
  };
}
