// A client that leaves before its stream of events has begun leaves nothing behind.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { realClock } from "@pictor/host";
import { revocationSignal } from "../access/revocation-signal.js";
import { createEventLog } from "./event-log.js";
import { serverSentStream } from "./server-sent.js";

const reader = { tokenId: "t", name: "t", scopes: ["read"] } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const streamFor = (signal: AbortSignal) =>
  serverSentStream(createEventLog({ clock: realClock }), "server", { signal, reader });

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

it("the token of a client that has left is not watched", () => {
  const watching = new Set<unknown>();
  const credentials = {
    isRevoked: () => false,
    onRevoked(listener: (id: string) => void) {
      watching.add(listener);
      return () => watching.delete(listener);
    },
  };
  expect(revocationSignal(credentials, "t", AbortSignal.abort()).aborted).toBe(true);
  expect(watching.size).toBe(0);
  const leaving = new AbortController();
  const signal = revocationSignal(credentials, "t", leaving.signal);
  expect([watching.size, signal.aborted]).toEqual([1, false]);
  leaving.abort();
  expect([watching.size, signal.aborted]).toEqual([0, true]);
});
