// The questions of a worker to its server: each has a time limit, whose error names the server.

import { expect, test } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import type { MemberBackend } from "@pictor/kernel/plugin";
import { promptLimits } from "@pictor/prompt-life";
import { Abilities } from "./abilities.js";
import type { WorkerParts } from "./worker-parts.js";

const never = () => new Promise<never>(() => undefined);
const info = { name: "studio", kind: "own", title: "Own", version: "1", facets: [] };

function read(more: object, clock = createFakeClock()) {
  const backend = {
    info: () => Promise.resolve(info),
    catalog: () => Promise.resolve(new Map()),
    facets: {},
    ...more,
  } as unknown as MemberBackend;
  const store = { put: () => Promise.resolve("d1") };
  const signal = new AbortController().signal;
  const parts = { backend, clock, limits: promptLimits, server: "studio", signal, store };
  const reading = new Abilities(parts as unknown as WorkerParts).readServer();
  return { clock, outcome: reading.catch((error: unknown) => error) };
}

test.each([
  ["info", { info: never }, 20],
  ["catalog", { catalog: never }, 180],
  ["extensions", { facets: { extensions: { list: never } } }, 20],
])("a server that hangs in %s is named", async (_name, more, seconds) => {
  const { clock, outcome } = read(more);
  await clock.advance(seconds * 1_000);
  expect(await outcome).toMatchObject({
    code: "BACKEND_UNREACHABLE",
    what: expect.stringContaining(`studio cannot be reached: no answer within ${seconds} s`) as string,
  });
});

test("the limits begin when a server that has to be started has started", async () => {
  const clock = createFakeClock();
  let isStarted = false;
  const start = () =>
    new Promise<void>((resolve) => {
      clock.after(600_000, () => {
        isStarted = true;
        resolve();
      });
    });
  const ask = () => (isStarted ? Promise.resolve(info) : never());
  const { outcome } = read({ info: ask, facets: { lifecycle: { start } } }, clock);
  await clock.advance(600_000);
  expect(await outcome).toEqual({ info, catalog: "d1" });
});
