// What a server says of itself.

import { expect, test } from "vitest";
import { infoOf } from "./info.js";
import { opened, rejection } from "./remote.test.support.js";

const stats = (version: string, device: string) => ({
  system: { comfyui_version: version },
  devices: [{ name: device }],
});

test("product, address and version", async () => {
  const { backend, peer } = await opened({ path: "/comfy/" });
  peer.answer("GET /comfy/api/system_stats", { json: stats("0.8.0", "cuda:0") });
  const title = `ComfyUI at ${peer.url}/comfy/`;
  expect(await backend.info()).toEqual({
    name: "studio",
    kind: "remote",
    title,
    version: "0.8.0",
    facets: [],
  });
});

test.each([
  ["0.8.0", "cpu (simulated sampler)"],
  ["0.8.0-simulator", "cpu"],
])("version %s on %s is simulated, and says so", (version, device) => {
  expect(infoOf(stats(version, device), "a", "b")?.notice).toContain("Simulated");
});

test("every member may be missing", () => {
  expect(infoOf({ system: {} }, "a", "b")).toMatchObject({ version: "unknown", facets: [] });
});

test("another program at this address", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/system_stats", { json: { hello: "world" } });
  expect((await rejection(backend.info())).code).toBe("BACKEND_REPLY");
});
