// What the tests of discovery start from: an empty setting, a server that answers by path, and a kernel to ask it.

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestKernel } from "@pictor/kernel/testing";
import type { Wire } from "../protocol/types.js";

export type Answers = Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>
>;

/** A server on this machine that answers by path (404 elsewhere), and a kernel to ask it. */
export async function createLab(answers: (origin: string) => Answers) {
  const arrived: { method: string; url: string; headers: IncomingMessage["headers"] }[] = [];
  let tellArrival = (): void => undefined;
  const firstArrival = new Promise<void>((resolve) => (tellArrival = resolve));
  let byPath: Answers = {};
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    arrived.push({ method, url, headers });
    const answer = byPath[url.split("?", 1)[0] ?? ""];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
    tellArrival();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  byPath = answers(origin);
  const { kernel, clock, dispose } = await createTestKernel({ plugins: [] });
  const controller = new AbortController();
  const wire: Wire = {
    send: (input, options) => kernel.send(input, options),
    clock,
    signal: controller.signal,
  };
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    origin,
    wire,
    clock,
    arrived,
    asked: () => arrived.map(({ url }) => url),
    hasArrived: () => firstArrival,
    cancel: (reason: Error) => {
      controller.abort(reason);
    },
    /** Ends the server; the kernel goes on. */
    stop,
    close: async () => {
      await dispose();
      await stop();
    },
  };
}
export type Lab = Awaited<ReturnType<typeof createLab>>;
