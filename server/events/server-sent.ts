// Server-sent events (WHATWG HTML, section 9.2): a stream that a browser, curl or a script can read.

import { eventIdOf } from "./event-id.js";
import type { EventLog } from "./event-log.js";
import { readEvents, type EventBatch, type ReadOptions } from "./read-events.js";

/** How often a comment is sent, so that proxies and clients notice a dead connection. */
const heartbeatMs = 15_000;

/** The lines of a batch of events. A preview is announced by its address, from which the client fetches the bytes. */
function serverSentLines(batch: EventBatch, serverId: string): string {
  const id = `id: ${eventIdOf(serverId, batch.upTo)}\n`;
  const reset = batch.isReset
    ? `event: reset\n${id}data: ${JSON.stringify({ type: "reset", seq: batch.upTo, serverId })}\n\n`
    : "";
  const events = batch.events.map(
    ({ seq, type, json }) => `event: ${type}\nid: ${eventIdOf(serverId, seq)}\ndata: ${json}\n\n`,
  );
  const previews = batch.previews.map(({ jobId, mime, version, bytes }) => {
    const href = `/v1/jobs/${encodeURIComponent(jobId)}/preview`;
    const data = { type: "preview", jobId, mime, bytes: bytes.byteLength, version, href };
    return `event: preview\ndata: ${JSON.stringify(data)}\n\n`;
  });
  return [reset, ...events, ...previews].join("");
}

/**
 * The body of the reply. A batch is read only when the client asks for more, so for a client that stops reading, at
 * most one batch is in memory.
 */
export function serverSentStream(
  log: EventLog,
  serverId: string,
  options: ReadOptions & {
    /** Called when the stream has ended, or its reader has left. */
    readonly ended?: () => void;
  },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const batches = readEvents(log, { ...options, signal });
  let heartbeat: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // The first bytes are sent at once, so that the client sees that the stream is open.
        controller.enqueue(encoder.encode(`retry: 1000\n\n`));
        // The client may have left before.
        if (signal.aborted) return;
        heartbeat = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(":\n\n"));
        }, heartbeatMs);
        signal.addEventListener("abort", () => clearInterval(heartbeat));
      },
      async pull(controller) {
        const next = await batches.next();
        if (next.done === true) {
          controller.close();
          options.ended?.();
        } else controller.enqueue(encoder.encode(serverSentLines(next.value, serverId)));
      },
      cancel() {
        ended.abort();
        options.ended?.();
      },
    },
    { highWaterMark: 1 },
  );
}
