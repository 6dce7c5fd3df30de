// Limits of time that undici measures, to a second: opening a connection, the answer of a proxy, and a reply that stalls.

import { createServer } from "node:net";
import { expect, it } from "vitest";
import { listenInTest } from "../testing/listen.js";
import { caught, ignore, lab } from "../testing/loopback-servers.js";

/** Starts a server that answers each connection with `bytes`, and then with silence. Returns its host. */
async function silent(bytes = ""): Promise<string> {
  return (await listenInTest(createServer((socket) => socket.write(bytes)))).host;
}
const ways: [string, (pictor: Awaited<ReturnType<typeof lab.pictor>>, host: string) => Promise<unknown>][] = [
  ["https:", (pictor, host) => pictor.send({ url: `https://${host}` })],
  ["wss:", (pictor, host) => pictor.connect({ url: `wss://${host}` }, ignore)],
];

it.each(ways)("opening a connection is aborted after its limit, for %s", async (_scheme, open) => {
  const pictor = await lab.pictor({ connectTimeoutMs: 20 });
  expect(await open(pictor, await silent()).catch(caught)).toMatchObject({
    code: "REQUEST_FAILED",
    message: expect.stringMatching(/Connect Timeout Error .*timeout: 20ms/),
  });
});

it.each(ways)("a proxy without an answer is abandoned at that limit, for %s", async (_scheme, open) => {
  const proxy = `http://${await silent()}`;
  const pictor = await lab.pictor({ proxy: { http: proxy, https: proxy }, connectTimeoutMs: 200 });
  expect(await open(pictor, "server.test").catch(caught)).toMatchObject({
    message: expect.stringContaining(`the proxy ${proxy} did not answer: Headers Timeout`),
  });
});

it("a reply that stalls is aborted after the idle limit", async () => {
  const host = await silent("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n1234\r\n");
  const pictor = await lab.pictor({ idleTimeoutMs: 20 });
  const reply = await pictor.send({ url: `http://${host}` });
  expect(await reply.text().catch(caught)).toMatchObject({
    code: "REQUEST_FAILED",
    message: expect.stringContaining("nothing more of the reply came within `network.idleTimeoutMs`"),
  });
});
