// Reads server-sent events from the body of a reply (WHATWG HTML, section 9.2).

import type { StreamedEvent } from "./live.js";

/** Yields the data of each event as JSON. Ends with the body. `heard` is called for everything that arrives, also for comments. */
export async function* readServerSent(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<StreamedEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const data = block.split("\n").find((line) => line.startsWith("data: "));
        if (data !== undefined) yield JSON.parse(data.slice(6)) as StreamedEvent;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
