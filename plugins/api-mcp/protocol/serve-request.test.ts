// A request that opens no session: it is answered at once, whichever transport its client has in mind.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import type { ApiContext } from "@pictor/kernel/plugin";
import type { RunningCalls } from "./running-calls.js";
import { serveRequest } from "./serve-request.js";

it("a client of the older transport, which opens a stream first, does not wait for its first event", async () => {
  const headers = { Accept: "text/event-stream" };
  const request = new Request("http://127.0.0.1:8190/mcp", { headers });
  // Nothing of either is read: the request is answered before a client of Pictor is made.
  const reply = await serveRequest(request, {} as ApiContext, {} as RunningCalls, createFakeClock());
  expect([reply.status, reply.headers.get("Allow")]).toEqual([405, "POST, DELETE"]);
  expect(await reply.json()).toMatchObject({
    jsonrpc: "2.0",
    error: { code: -32_000, message: expect.stringContaining("choose streamable HTTP") },
  });
});
