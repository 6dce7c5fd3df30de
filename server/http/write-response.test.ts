// What is written of a response.

import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { textResponse, writeResponse } from "./write-response.js";

let server: Server;
beforeEach(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => void server.close());

/** A request of a client, and where the server writes its answer. */
async function exchange() {
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  request.on("error", () => undefined);
  const [, outgoing] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  return { request, outgoing };
}

it("a text is written with its length in bytes", async () => {
  const { request, outgoing } = await exchange();
  const headers = { "Content-Type": "text/plain" };
  await writeResponse(textResponse("naïve", { status: 200, headers }), outgoing);
  const [reply] = (await once(request, "response")) as [IncomingMessage];
  expect(reply.headers).toMatchObject({ "content-length": "6", "content-type": "text/plain" });
  expect(await reply.setEncoding("utf8").toArray()).toEqual(["naïve"]);
});

it("the body is cancelled for a client that has already left", async () => {
  const { request, outgoing } = await exchange();
  request.destroy();
  await once(outgoing, "close");
  let isCancelled = false;
  const body = new ReadableStream({
    cancel() {
      isCancelled = true;
    },
  });
  await writeResponse(new Response(body), outgoing);
  expect(isCancelled).toBe(true);
});
