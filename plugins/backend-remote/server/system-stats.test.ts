// The server's statistics, and how many times they are requested.

import { expect, test } from "vitest";
import { maxAgeMs, parseSystemStats } from "./system-stats.js";
import { advanceableClock } from "../testing/advanceable-clock.js";
import {
  collectEvents,
  openTestBackend,
  openTestBackendWith,
  rejection,
} from "../testing/open-test-backend.js";

const stats = (version: string, device = "cuda:0", argv: readonly string[] = []) => ({
  system: { comfyui_version: version, argv },
  devices: [{ name: device }],
});

test("the info has product, address and version", async () => {
  const { backend, server } = await openTestBackend({ path: "/comfy/" });
  server.answer("GET /comfy/api/system_stats", { json: stats("0.8.0") });
  const title = `ComfyUI at ${server.url}/comfy/`;
  expect(await backend.info()).toEqual({
    name: "studio",
    kind: "remote",
    title,
    address: `${server.url}/comfy/`,
    version: "0.8.0",
    devices: [{ name: "cuda:0" }],
    facets: ["direct", "extensions", "lifecycle"],
  });
});

test("the info has the devices and their memory", () => {
  const devices = [
    { name: "cuda:0 NVIDIA RTX 4090 : cudaMallocAsync", type: "cuda", vram_total: 2 ** 34, vram_free: 5 },
    { name: "cpu", vram_total: "much", vram_free: -1 },
  ];
  expect(parseSystemStats({ system: {}, devices }, "a", "b")?.info.devices).toEqual([
    { name: "cuda:0 NVIDIA RTX 4090", totalBytes: 2 ** 34, freeBytes: 5 },
    { name: "cpu" },
  ]);
  expect(parseSystemStats({ system: {} }, "a", "b")?.info).not.toHaveProperty("devices");
});

test.each([
  ["0.8.0", "cpu (simulated sampler)"],
  ["0.8.0-simulator", "cpu"],
])("version %s on %s has a notice that it is simulated", (version, device) => {
  expect(parseSystemStats(stats(version, device), "a", "b")?.info.notice).toContain("Simulated");
});

test.each([
  { system: {} },
  { system: { comfyui_version: null, argv: "x" }, devices: {} },
  { system: {}, devices: [null, { name: 5 }] },
])("every member may be missing or malformed: %j", (reply) => {
  expect(parseSystemStats(reply, "a", "b")?.info).toMatchObject({ version: "unknown" });
});

test.each([{ hello: "world" }, [], null, { system: "linux" }])(
  "a reply of another program is refused: %j",
  async (json) => {
    const { backend, server } = await openTestBackend();
    server.answer("GET /api/system_stats", { json });
    expect((await rejection(backend.info())).code).toBe("BACKEND_REPLY");
  },
);

test("other arguments change the fingerprint, other figures do not", () => {
  const fingerprint = (reply: unknown) => parseSystemStats(reply, "a", "b")?.fingerprint;
  expect(fingerprint(stats("1", "cpu"))).toBe(fingerprint({ ...stats("1", "cuda:1"), ram_free: 5 }));
  expect(fingerprint(stats("1"))).not.toBe(fingerprint(stats("1", "cuda:0", ["--lowvram"])));
  expect(fingerprint(stats("1"))).not.toBe(fingerprint(stats("2")));
});

test("the statistics are requested once, also by concurrent callers, and again after a minute", async () => {
  const { backend, server, clock } = await openTestBackendWith(advanceableClock());
  server.answer("GET /api/system_stats", { json: stats("1") }, { json: stats("2") });
  const versions = async () =>
    (await Promise.all([backend.info(), backend.info()])).map(({ version }) => version);
  expect(await versions()).toEqual(["1", "1"]);
  await clock.advance(maxAgeMs - 1);
  expect(await versions()).toEqual(["1", "1"]);
  await clock.advance(1);
  expect(await versions()).toEqual(["2", "2"]);
  expect(server.received).toHaveLength(2);
});

test("the statistics are requested at once if they are to be fresh, and count for later callers", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/system_stats", { json: stats("1") }, { json: stats("2") });
  expect((await backend.info()).version).toBe("1");
  expect((await backend.info({ isFresh: true })).version).toBe("2");
  expect((await backend.info()).version).toBe("2");
  expect(server.received).toHaveLength(2);
});

test("the statistics are requested again after the connection was lost", async () => {
  const { backend, server, clock } = await openTestBackend();
  server.answer("GET /api/system_stats", { json: stats("1") }, { json: stats("2") });
  const { listener, next } = collectEvents();
  await backend.events(listener);
  expect((await backend.info()).version).toBe("1");
  (await server.socket()).socket.terminate();
  await clock.nextTimer();
  await next("connection");
  expect((await backend.info()).version).toBe("2");
  expect((await backend.info()).version).toBe("2");
});

test("a failure is not cached", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/system_stats", { status: 500 }, { json: stats("1") });
  expect((await rejection(backend.info())).code).toBe("BACKEND_REPLY");
  expect((await backend.info()).version).toBe("1");
});
