// The event socket of the local API on a port of its own, with an event log that a benchmark fills.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { realClock } from "../../kernel/base/clock.js";
import { EventLog } from "../../server/events/event-log.js";
import { serveEventSocket } from "../../server/events/serve-socket.js";

export interface EventSockets {
  readonly url: string;
  /** Publishes `count` events, `perSecond` of them a second. */
  publish(count: number, perSecond: number): Promise<void>;
  /** The same for previews of ten jobs that run at the same time. */
  publishPreviews(count: number, perSecond: number, bytes: number): Promise<void>;
}

/** Events are published in groups, as they arrive from the socket of a backend. */
const groupMs = 10;

async function inGroups(count: number, perSecond: number, publish: (index: number) => void): Promise<void> {
  const started = performance.now();
  for (let done = 0; done < count;) {
    const due = Math.min(count, Math.ceil(((performance.now() - started) / 1000) * perSecond));
    while (done < due) publish(done++);
    await new Promise((resolve) => setTimeout(resolve, groupMs));
  }
}

export async function openEventSockets(): Promise<EventSockets> {
  const log = new EventLog({ clock: realClock });
  const { signal } = new AbortController();
  const server = createServer();
  new WebSocketServer({ server, perMessageDeflate: false }).on("connection", (socket) => {
    void serveEventSocket(socket, log, "server", {
      signal,
      caller: { tokenId: "bench", name: "bench", scopes: ["read"] },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: (count, perSecond) =>
      inGroups(count, perSecond, (index) => {
        const place = { jobId: "job", batch: 0, node: "3" };
        log.publish({ type: "progress", ...place, value: index, max: count, overall: 0.5 });
      }),
    publishPreviews: (count, perSecond, bytes) =>
      inGroups(count, perSecond, (index) =>
        log.publishPreview({
          jobId: `job ${index % 10}`,
          owner: "bench",
          mime: "image/jpeg",
          bytes: Buffer.alloc(bytes, index),
        }),
      ),
  };
}
