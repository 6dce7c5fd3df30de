// A late response has no effect.

import { createServer } from "node:http";
import { createFakeClock, listen } from "@pictor/host/testing";
import { expect, it, onTestFinished } from "vitest";
import { httpRequest } from "../testing/authorization-flow.js";
import { createCallbackHandler } from "./callback-handler.js";

it("a response after the end gets status 410, starts no timer and is not reported", async () => {
  const server = createServer();
  const { port, close } = await listen(server);
  onTestFinished(close);
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
  handler.end();
  const { status } = await httpRequest(`http://127.0.0.1:${port}/callback?code=a&state=s`);
  expect([status, clock.pending()]).toEqual([410, 0]);
  await httpRequest(`http://127.0.0.1:${port}/callback?code=a&state=other`);
  expect(refused).toEqual([]);
});
