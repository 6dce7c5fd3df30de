// Reads server-sent events from a reply (WHATWG HTML, section 9.2).

/**
 * Yields the data of each event as JSON. Ends with the body. `heard` is called for everything that arrives, also for
 * comments.
 */
export async function* readServerSent<Data>({ body }: Response, heard?: () => void): AsyncGenerator<Data> {
  if (body === null) return;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard?.();
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, data] = /^data: (.+)/m.exec(block) ?? [];
        if (data !== undefined) yield JSON.parse(data) as Data;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
