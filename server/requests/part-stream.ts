// The parts of a reply as server-sent events (WHATWG HTML, section 9.2).

import type { HttpReplyPart } from "@pictor/client";

/**
 * Reads a part only when the client asks for more. `first` is the part that was read before. `left` is called when the
 * client has disconnected, and ends the request, whose next part might never arrive.
 */
export function partStream(
  first: IteratorResult<HttpReplyPart>,
  parts: AsyncGenerator<HttpReplyPart>,
  left: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<HttpReplyPart> | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = next ?? (await parts.next());
        next = undefined;
        if (part.done === true) {
          controller.close();
          return;
        }
        const { value } = part;
        controller.enqueue(encoder.encode(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`));
      },
      cancel() {
        left();
        void parts.return(undefined).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
