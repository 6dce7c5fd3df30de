// Readers of the event log of the local API, for the benchmark of its events.

import { realClock } from "../kernel/base/clock.js";
import { createEventLog } from "../server/events/event-log.js";
import { readEvents } from "../server/events/read-events.js";
import { framesOf } from "../server/events/socket-frames.js";

/** Publishes events while `readers` clients read all of them, and resolves to the milliseconds and the bytes that were framed. */
export async function readByMany(readers: number, events: number): Promise<{ ms: number; bytes: number }> {
  const log = createEventLog({ clock: realClock });
  const reader = { tokenId: "bench", scopes: ["read"] } as const;
  let bytes = 0;
  const reading = Array.from({ length: readers }, async () => {
    const { signal } = new AbortController();
    for await (const batch of readEvents(log, { signal, since: 0, reader })) {
      if (batch.isReset) throw new Error("a reader was too slow");
      for (const frame of framesOf(batch, "server")) bytes += frame.length;
      if (batch.upTo === events) return;
    }
  });
  const started = performance.now();
  for (let count = 0; count < events; count++) {
    log.publish({
      type: "progress",
      jobId: "job",
      batch: 0,
      node: "3",
      value: count,
      max: events,
      overall: 0.5,
    });
    // The readers run after each hundred events, as they do between the messages of a socket.
    if (count % 100 === 99) await new Promise(setImmediate);
  }
  await Promise.all(reading);
  return { ms: performance.now() - started, bytes };
}
