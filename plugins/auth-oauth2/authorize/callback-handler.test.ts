// After the end of a flow, a late response has no effect.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { httpRequest } from "../testing/authorization-flow.js";
import { createCallbackHandler } from "./callback-handler.js";

it("a response after the end gets status 410 and starts no timer", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const clock = createFakeClock();
  const options = { port, callbackPath: "/callback", callbackMethod: "GET", state: "s", clock } as const;
  const handler = createCallbackHandler({
    ...options,
    authorizationUrl: "https://provider.example/authorize",
  });
  server.on("request", handler.handle);
  handler.end();
  const { status } = await httpRequest(`http://127.0.0.1:${port}/callback?code=a&state=s`);
  expect([status, clock.pending()]).toEqual([410, 0]);
  server.close();
});
