// For tests of discovery: a server whose replies depend on the path, and a kernel that sends requests to it.

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createTestPictor, listen } from "@pictor/host/testing";
import type { ProviderContext } from "../replies/send-to-provider.js";

export type HandlersByPath = Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>
>;

/** A loopback server with these handlers (404 for other paths), and a kernel. */
export async function startDiscoveryServer(handlersOf: (origin: string) => HandlersByPath) {
  const received: { method: string; url: string; headers: IncomingMessage["headers"] }[] = [];
  let reportFirst = (): void => undefined;
  const firstReceived = new Promise<void>((resolve) => (reportFirst = resolve));
  let handlers: HandlersByPath = {};
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers });
    const handle = handlers[url.split("?", 1)[0] ?? ""];
    if (handle === undefined) response.writeHead(404).end();
    else handle(request, response);
    reportFirst();
  });
  const { origin, close: stop } = await listen(server);
  handlers = handlersOf(origin);
  const { pictor, clock, dispose } = await createTestPictor({ plugins: [] });
  const controller = new AbortController();
  const context: ProviderContext = {
    send: (input, options) => pictor.send(input, options),
    clock,
    signal: controller.signal,
  };
  return {
    origin,
    context,
    clock,
    received,
    /** Path and query of each request. */
    receivedUrls: () => received.map(({ url }) => url),
    firstReceived: () => firstReceived,
    cancel: (reason: Error) => controller.abort(reason),
    /** Stops the server only. */
    stop,
    close: async () => {
      await dispose();
      await stop();
    },
  };
}
export type DiscoveryServer = Awaited<ReturnType<typeof startDiscoveryServer>>;
