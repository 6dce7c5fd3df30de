// A reply of the protocol as one of the facet `direct`.

import { contentsOf, isWhole, release, type Body, type Reply } from "@pictor/comfyui-protocol";
import type { Reply as DirectReply } from "@pictor/kernel/plugin";

async function* piecesOf(body: Body | undefined): AsyncGenerator<Uint8Array> {
  if (body === undefined) return;
  if (isWhole(body)) yield await Promise.resolve(Buffer.from(body));
  else yield* body;
}

/** A body as a stream that reads nothing ahead. */
function streamOf(body: Body | undefined): ReadableStream<Uint8Array> {
  const pieces = piecesOf(body);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await pieces.return(undefined);
        if (body !== undefined) await release(body);
      },
    },
    { highWaterMark: 0 },
  );
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
