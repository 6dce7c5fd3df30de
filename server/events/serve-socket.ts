// Sends events over one WebSocket, no faster than its client reads.

import type { WebSocket } from "ws";
import { sendFrame } from "@pictor/services";
import type { EventLog } from "./event-log.js";
import { readEvents, type ReadOptions } from "./read-events.js";
import { framesOf } from "./socket-frames.js";

const pingIntervalMs = 20_000;
/** JavaScript in a page cannot observe pings, so this frame tells the page that the connection is alive. */
const heartbeat = JSON.stringify({ type: "heartbeat" });

/** Closes a socket whose client has not answered the last ping. Returns the function that stops the checks. */
function watchAlive(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on("pong", () => (isAlive = true));
  const timer = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
    // While earlier data is still being sent, the client needs no heartbeat.
    if (socket.bufferedAmount === 0) socket.send(heartbeat);
  }, pingIntervalMs);
  return () => clearInterval(timer);
}

/**
 * Sends events until the socket is closed or the signal is aborted. A frame is sent when the previous one was written.
 */
export async function serveEventSocket(
  socket: WebSocket,
  log: EventLog,
  serverId: string,
  options: ReadOptions,
): Promise<void> {
  const closed = new AbortController();
  const stopWatching = watchAlive(socket);
  socket.on("close", () => closed.abort());
  // Without a listener, an error of a socket would end the process. The event `close` follows the error.
  socket.on("error", () => undefined);
  const signal = AbortSignal.any([options.signal, closed.signal]);
  await sendFrame(socket, JSON.stringify({ type: "hello", serverId, seq: options.since ?? log.newest }));
  for await (const batch of readEvents(log, { ...options, signal })) {
    for (const frame of framesOf(batch, serverId)) {
      if (signal.aborted) break;
      await sendFrame(socket, frame);
    }
  }
  stopWatching();
  if (!closed.signal.aborted) socket.close(1001, "the server ends");
}
