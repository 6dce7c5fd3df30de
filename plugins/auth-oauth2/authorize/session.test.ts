// A session that has ended: a late answer is nothing any more.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFakeClock } from "@pictor/kernel/testing";
import { expect, it } from "vitest";
import { ask } from "./authorize.test.support.js";
import { createSession } from "./session.js";

it("takes no answer after its end, and begins no timer", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const clock = createFakeClock();
  const options = { port, callbackPath: "/callback", callbackMethod: "GET", state: "s", clock } as const;
  const session = createSession({ ...options, authorizationUrl: "https://provider.example/authorize" });
  server.on("request", session.handle);
  session.end();
  const { status } = await ask(`http://127.0.0.1:${port}/callback?code=a&state=s`);
  expect([status, clock.pending()]).toEqual([410, 0]);
  server.close();
});
