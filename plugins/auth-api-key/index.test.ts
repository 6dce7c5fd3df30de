// An API key through the whole of Pictor: over redirects, in the handshake of a socket, and in no log.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createTestPictor, listen } from "@pictor/host/testing";
import { describe, expect, it, onTestFinished } from "vitest";

/** A loopback server that records requests and refuses every WebSocket. */
async function serve(answer: (response: ServerResponse, url: string) => void = (response) => response.end()) {
  const arrived: Pick<IncomingMessage, "url" | "headers">[] = [];
  const server = createServer((request, response) => {
    arrived.push(request);
    answer(response, request.url ?? "");
  });
  server.on("upgrade", (request, socket) => {
    arrived.push(request);
    socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
  });
  const { host, close } = await listen(server);
  onTestFinished(close);
  return { arrived, host };
}

async function createPictorWith(addTo: string, key: string) {
  const test = await createTestPictor({ plugins: [import.meta.dirname] });
  onTestFinished(test.dispose);
  return { ...test, auth: { type: "api-key", key, value: "S3CR3T/KEY", addTo } };
}

describe.each([
  ["header", "X-API-Key"],
  ["query", "api_key"],
  ["cookie", "session"],
])("in a %s", (addTo, key) => {
  const carried = ({ url, headers }: Pick<IncomingMessage, "url" | "headers">) =>
    /S3CR3T(\/|%2F)KEY/.test(JSON.stringify([url, headers]));

  it("is sent again after a redirect to the same origin, and not to another one", async () => {
    const other = await serve();
    const server = await serve((response, url) => {
      if (url.startsWith("/a")) response.writeHead(302, { location: "/b" }).end();
      else response.writeHead(307, { location: `http://${other.host}/c` }).end();
    });
    const { pictor, auth, log } = await createPictorWith(addTo, key);
    const reply = await pictor.send({ url: `http://${server.host}/a?x=1`, auth });
    await reply.discard();
    expect(server.arrived.map(carried)).toEqual([true, true]);
    expect(other.arrived.map(carried)).toEqual([false]);
    expect(JSON.stringify([log, reply.hops, reply.url])).not.toMatch(/S3CR3T/);
  });

  it("replaces an entry of the same name, with one note that contains no value", async () => {
    const server = await serve();
    const { pictor, auth } = await createPictorWith(addTo, key);
    const headers = { [key.toLowerCase()]: "mine", Cookie: "session=mine; a=1" };
    const reply = await pictor.send({ url: `http://${server.host}/?x=1&api_key=mine&y`, headers, auth });
    await reply.discard();
    expect(server.arrived.map(carried)).toEqual([true]);
    expect(reply.notes.filter(({ code }) => code === "AUTH_REPLACED")).toHaveLength(1);
    expect(JSON.stringify(reply.notes)).not.toMatch(/mine|S3CR3T/);
  });

  it("is sent in the handshake of a socket, after its parameters", async () => {
    const server = await serve();
    const { pictor, auth } = await createPictorWith(addTo, key);
    const handlers = { message: () => undefined, close: () => undefined };
    const connecting = pictor.connect({ url: `ws://${server.host}/ws?clientId=a%20b`, auth }, handlers);
    const error: unknown = await connecting.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "SOCKET_REFUSED", message: expect.not.stringMatching(/S3CR3T/) });
    expect(server.arrived.map(carried)).toEqual([true]);
    expect(server.arrived[0]?.url).toMatch(/^\/ws\?clientId=a%20b(&api_key=S3CR3T%2FKEY)?$/);
  });
});

it("without a value, nothing is sent", async () => {
  const server = await serve();
  const { pictor, auth } = await createPictorWith("header", "X-API-Key");
  const sending = pictor.send({ url: `http://${server.host}/`, auth: { ...auth, value: "" } });
  await expect(sending).rejects.toMatchObject({ code: "AUTH_NOT_CONFIGURED" });
  expect(server.arrived).toEqual([]);
});
