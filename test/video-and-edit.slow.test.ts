// The workflows for videos, edits and upscaling, each run once from end to end on an embedded server.

import { join } from "node:path";
import type { Params } from "@pictor/host";
import { createTemplateHarness } from "@pictor/workflow-parts/testing";
import { afterAll, expect, it } from "vitest";

const folders = ["upscale", "svd", "wan", "edit"].map((name) => `workflow-${name}`);
const plugins = [...folders, "backend-embedded", "backend-remote"].map((name) =>
  join(import.meta.dirname, "../plugins", name),
);

const harness = await createTemplateHarness(plugins, {
  "wide.png": { width: 96, height: 64 },
  "tall.png": { width: 48, height: 64 },
});
afterAll(() => harness.dispose());

const video = { width: 96, height: 64, steps: 1, seed: "7", quality: 0, method: "fastest" };
const small = { width: 64, height: 64, steps: 1, seed: "7", prompt: "a lighthouse at dusk" };

it.each<[string, (path: (name: string) => string) => Params, string, number]>([
  ["upscale", (path) => ({ image: path("wide.png"), model: "simulated-2x", sharpen: true }), "image/png", 1],
  ["svd", (path) => ({ ...video, image: path("wide.png"), frames: 3 }), "image/webp", 1],
  ["wan-text-to-video", () => ({ ...video, prompt: "waves", frames: 5, batchSize: 2 }), "image/webp", 2],
  ["wan-image-to-video", (path) => ({ ...video, image: path("tall.png"), frames: 5 }), "image/webp", 1],
  ["flux-kontext", () => small, "image/png", 1],
  ["flux2-klein", (path) => ({ ...small, images: [path("wide.png"), path("tall.png")] }), "image/png", 1],
  ["qwen-image-edit", (path) => ({ ...small, images: [path("tall.png")], negative: "fog" }), "image/png", 1],
])("%s runs", async (workflow, params, mime, files) => {
  const result = await harness.run({ workflow, params: params(harness.path) });
  expect(result).toMatchObject({ status: "finished", problems: [] });
  expect(result.outputs.map((output) => output.mime)).toEqual(Array.from({ length: files }, () => mime));
});

it("a file that the backend lacks is refused with the name of the setting", async () => {
  const params = { image: harness.path("wide.png"), model: "simulated-3x" };
  expect(await harness.run({ workflow: "upscale", params })).toMatchObject({
    status: "failed",
    error: { code: "GRAPH_INVALID", details: { setting: "model" } },
  });
});
