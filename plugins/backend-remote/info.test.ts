// What a server says of itself, and how often it is asked.

import { expect, test } from "vitest";
import { freshMs, statsOf } from "./info.js";
import { movedClock } from "./moved-clock.test.support.js";
import { collected, opened, openedWith, rejection } from "./remote.test.support.js";

const stats = (version: string, device = "cuda:0", argv: readonly string[] = []) => ({
  system: { comfyui_version: version, argv },
  devices: [{ name: device }],
});

test("product, address and version", async () => {
  const { backend, peer } = await opened({ path: "/comfy/" });
  peer.answer("GET /comfy/api/system_stats", { json: stats("0.8.0") });
  const title = `ComfyUI at ${peer.url}/comfy/`;
  expect(await backend.info()).toEqual({
    name: "studio",
    kind: "remote",
    title,
    version: "0.8.0",
    facets: ["extensions", "lifecycle"],
  });
});

test.each([
  ["0.8.0", "cpu (simulated sampler)"],
  ["0.8.0-simulator", "cpu"],
])("version %s on %s is simulated, and says so", (version, device) => {
  expect(statsOf(stats(version, device), "a", "b")?.info.notice).toContain("Simulated");
});

test.each([
  { system: {} },
  { system: { comfyui_version: null, argv: "x" }, devices: {} },
  { system: {}, devices: [null, { name: 5 }] },
])("every member may be missing, or something else: %j", (reply) => {
  expect(statsOf(reply, "a", "b")?.info).toMatchObject({ version: "unknown" });
});

test.each([{ hello: "world" }, [], null, { system: "linux" }])(
  "another program at this address: %j",
  async (json) => {
    const { backend, peer } = await opened();
    peer.answer("GET /api/system_stats", { json });
    expect((await rejection(backend.info())).code).toBe("BACKEND_REPLY");
  },
);

test("other arguments are another start of the server, other figures are not", () => {
  const fingerprint = (reply: unknown) => statsOf(reply, "a", "b")?.fingerprint;
  expect(fingerprint(stats("1", "cpu"))).toBe(fingerprint({ ...stats("1", "cuda:1"), ram_free: 5 }));
  expect(fingerprint(stats("1"))).not.toBe(fingerprint(stats("1", "cuda:0", ["--lowvram"])));
  expect(fingerprint(stats("1"))).not.toBe(fingerprint(stats("2")));
});

test("it is asked for once, also by callers at the same time, and again when it is old", async () => {
  const { backend, peer, clock } = await openedWith(movedClock());
  peer.answer("GET /api/system_stats", { json: stats("1") }, { json: stats("2") });
  const versions = async () =>
    (await Promise.all([backend.info(), backend.info()])).map(({ version }) => version);
  expect(await versions()).toEqual(["1", "1"]);
  await clock.advance(freshMs - 1);
  expect(await versions()).toEqual(["1", "1"]);
  await clock.advance(1);
  expect(await versions()).toEqual(["2", "2"]);
  expect(peer.seen).toHaveLength(2);
});

test("it is asked for again after the connection was lost", async () => {
  const { backend, peer, clock } = await opened();
  peer.answer("GET /api/system_stats", { json: stats("1") }, { json: stats("2") });
  const { listener, next } = collected();
  await backend.events(listener);
  expect((await backend.info()).version).toBe("1");
  (await peer.socket()).socket.terminate();
  await clock.pause();
  await next("connection");
  expect((await backend.info()).version).toBe("2");
  expect((await backend.info()).version).toBe("2");
});

test("a failure is not kept", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/system_stats", { status: 500 }, { json: stats("1") });
  expect((await rejection(backend.info())).code).toBe("BACKEND_REPLY");
  expect((await backend.info()).version).toBe("1");
});
