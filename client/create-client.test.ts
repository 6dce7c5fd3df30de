// What a client leaves behind while it connects again and again, and the members that it refuses.

import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createClient, type Client } from "./create-client.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("keeps one listener at most, however often the server does not answer", async () => {
  const signals: AbortSignal[] = [];
  const client = createClient({
    url: "http://127.0.0.1:1",
    token: "token",
    fetch(_input, init) {
      signals.push(init?.signal as AbortSignal);
      return Promise.reject(new TypeError("fetch failed"));
    },
  });
  const live = client.connect();
  await vi.advanceTimersByTimeAsync(60_000);
  const [signal] = signals;
  expect(signals.length).toBeGreaterThan(5);
  expect(getEventListeners(signal as AbortSignal, "abort").length).toBeLessThan(2);
  live.close();
  await live.closed;
});

it.each<[string, (client: Client) => unknown, string]>([
  ["a call", ({ calls }) => calls.readJob({ id: "1" } as never), 'The input of a call cannot have "id"'],
  ["generate", (client) => client.generate({ workflow: "w" }, { onProgres: null } as never), '"onProgres"'],
  ["connect", (client) => client.connect({ jobs: "1" } as never), '"jobs", but only job, onConnection'],
])("refuses a member of %s that does not exist", async (_name, use, words) => {
  const options = { url: "http://127.0.0.1:1", token: "token", fetch: vi.fn<typeof fetch>() };
  await expect(async () => use(createClient(options))).rejects.toThrow(words);
  expect(options.fetch).not.toHaveBeenCalled();
});
