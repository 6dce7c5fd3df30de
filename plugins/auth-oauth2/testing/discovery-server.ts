// For tests of discovery: a provider whose replies depend on the path, and a kernel that sends requests to it.

import { createTestPictor } from "@pictor/host/testing";
import type { ProviderContext } from "../replies/send-to-provider.js";
import { startFakeProvider, type ScriptedReply } from "./fake-provider.js";

/** Replies by path and query. */
export type Replies = Readonly<Record<string, ScriptedReply>>;

/** A provider with these replies (404 for other paths), and a kernel. */
export async function startDiscoveryServer(repliesOf: (origin: string) => Replies) {
  const { url: origin, received, replyWith, close: stop } = await startFakeProvider();
  for (const [path, reply] of Object.entries(repliesOf(origin))) replyWith(reply, path);
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
    receivedUrls: () => received.map(({ path }) => path),
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
