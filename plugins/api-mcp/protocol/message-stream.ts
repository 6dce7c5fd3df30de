// The stream that a client opens with GET, for the messages of the server that belong to no request: that its tools
// have changed, because a workflow was saved or deleted.

import type { Client } from "@pictor/client";
import type { Clock } from "@pictor/kernel/plugin";

const changed = JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
/** A comment of the stream, so that nothing on the way takes it for dead. */
const alive = ": alive\n\n";
const aliveEveryMs = 25_000;

/** Ends when one of the signals is aborted, or when the token of the client is no longer valid. */
export function messageStream(client: Client, clock: Clock, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string): void => {
        controller.enqueue(encoder.encode(text));
      };
      let stopTimer = (): void => undefined;
      const wait = (): void => {
        stopTimer = clock.after(aliveEveryMs, () => {
          write(alive);
          wait();
        });
      };
      const live = client.connect({
        onEvent({ type }) {
          if (type === "plugins" || type === "reset") write(`event: message\ndata: ${changed}\n\n`);
        },
      });
      let isOver = false;
      end = () => {
        if (isOver) return;
        isOver = true;
        stopTimer();
        live.close();
        signal.removeEventListener("abort", end);
        controller.close();
      };
      write(alive);
      wait();
      signal.addEventListener("abort", end);
      live.closed.then(end, end);
      if (signal.aborted) end();
    },
    cancel() {
      end();
    },
  });
  return new Response(body, {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" },
  });
}
