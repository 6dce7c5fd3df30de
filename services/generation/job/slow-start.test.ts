// A server that is started for a job: time limits begin when it answers.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import type { Backend } from "@pictor/kernel";
import { GuardedBackend } from "../run/guarded-backend.js";

const minutes = 60_000;

/** The methods that the test needs. */
const withStart = (start: () => Promise<void>) =>
  ({
    catalog: () => Promise.resolve(new Map()),
    events: () => Promise.resolve(() => undefined),
    facets: {
      lifecycle: {
        state: () => Promise.resolve({ state: "stopped" }),
        restart: () => Promise.resolve(),
        start,
      },
    },
  }) as unknown as Backend;

it("catalog and events are requested after a start of ten minutes, and succeed", async () => {
  const clock = createFakeClock();
  let starts = 0;
  const start = (): Promise<void> =>
    new Promise((resolve) => {
      starts++;
      clock.after(starts === 1 ? 10 * minutes : 0, resolve);
    });
  const backend = withStart(start);
  const guarded = new GuardedBackend(backend, {
    clock,
    signal: new AbortController().signal,
    name: "studio",
  });
  const catalog = guarded.catalog();
  await clock.advance(10 * minutes);
  expect((await catalog).size).toBe(0);
  const events = guarded.events(() => undefined);
  await clock.advance(0);
  (await events)();
  expect(starts).toBe(2);
});

it("a job that is stopped does not wait for the start", async () => {
  const stop = new AbortController();
  const backend = withStart(() => new Promise<void>(() => undefined));
  const guarded = new GuardedBackend(backend, {
    clock: createFakeClock(),
    signal: stop.signal,
    name: "studio",
  });
  const catalog = guarded.catalog();
  stop.abort(new Error("stopped"));
  await expect(catalog).rejects.toThrow("stopped");
});
