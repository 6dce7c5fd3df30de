// A late response has no effect, and a refused response is reported.

import { createServer } from "node:http";
import { createFakeClock, listen } from "@pictor/host/testing";
import { expect, it, onTestFinished } from "vitest";
import { httpRequest } from "../testing/authorization-flow.js";
import { createCallbackHandler } from "./callback-handler.js";

async function serveHandler() {
  const server = createServer();
  const { port, close } = await listen(server);
  const clock = createFakeClock();
  const refused: string[] = [];
  const handler = createCallbackHandler({
    port,
    callbackPath: "/callback",
    callbackMethod: "GET",
    state: "s",
    clock,
    authorizationUrl: "https://provider.example/authorize",
    onRefused: (reason) => refused.push(reason),
  });
  server.on("request", handler.handle);
  onTestFinished(close);
  const get = (query: string) => httpRequest(`http://127.0.0.1:${port}/callback${query}`);
  return { handler, clock, refused, get };
}

it("a response after the end gets status 410 and starts no timer", async () => {
  const { handler, clock, refused, get } = await serveHandler();
  handler.end();
  const { status } = await get("?code=a&state=s");
  expect([status, clock.pending()]).toEqual([410, 0]);
  await get("?code=a&state=other");
  expect(refused).toEqual([]);
});

it.each([
  ["of another sign-in", "?code=EVIL&state=other", /belongs to another sign-in.*still waiting/],
  ["without a code", "?state=s", /neither a code nor an error.*still waiting/],
])("a response %s is reported once, without its texts", async (_situation, query, reason) => {
  const { refused, get } = await serveHandler();
  for (const time of [1, 2]) await get(`${query}&time=${time}`);
  expect(refused).toEqual([expect.stringMatching(reason)]);
  expect(refused.join()).not.toContain("EVIL");
});
