// A client that leaves before its stream of events has begun leaves nothing behind.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { realClock } from "@pictor/kernel";
import { EventLog } from "./event-log.js";
import { serverSentStream } from "./server-sent.js";

const caller = { tokenId: "t", name: "t", scopes: ["read"] } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const streamFor = (signal: AbortSignal) =>
  serverSentStream(new EventLog({ clock: realClock }), "server", { signal, caller });

it("no timer remains of a stream whose client has left before or leaves after it began", async () => {
  const stream = streamFor(AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
  expect(await new Response(stream).text()).toBe("retry: 1000\n\n");
  const leaving = new AbortController();
  streamFor(leaving.signal);
  expect(vi.getTimerCount()).toBe(1);
  leaving.abort();
  expect(vi.getTimerCount()).toBe(0);
});
