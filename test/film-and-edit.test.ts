// The templates of films, edits and upscaling, each once from end to end on one embedded server.

import { join } from "node:path";
import type { Params } from "@pictor/kernel";
import { templateStage, type TemplateStage } from "@pictor/workflow-parts/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const folders = ["upscale", "svd", "wan", "edit"].map((name) => `workflow-${name}`);
const plugins = [...folders, "backend-embedded", "backend-remote"].map((name) =>
  join(import.meta.dirname, "../plugins", name),
);

let stage: TemplateStage;
beforeAll(async () => {
  stage = await templateStage(plugins, {
    "wide.png": { width: 96, height: 64 },
    "tall.png": { width: 48, height: 64 },
  });
});
afterAll(() => stage.dispose());

const film = { width: 96, height: 64, steps: 1, seed: "7", quality: 0, method: "fastest" };
const small = { width: 64, height: 64, steps: 1, seed: "7", prompt: "a lighthouse at dusk" };

it.each<[string, (path: (name: string) => string) => Params, string, number]>([
  ["upscale", (path) => ({ image: path("wide.png"), model: "simulated-2x", sharpen: true }), "image/png", 1],
  ["svd", (path) => ({ ...film, image: path("wide.png"), frames: 3 }), "image/webp", 1],
  ["wan-text-to-video", () => ({ ...film, prompt: "waves", frames: 5, batchSize: 2 }), "image/webp", 2],
  ["wan-image-to-video", (path) => ({ ...film, image: path("tall.png"), frames: 5 }), "image/webp", 1],
  ["flux-kontext", () => small, "image/png", 1],
  ["flux2-klein", (path) => ({ ...small, images: [path("wide.png"), path("tall.png")] }), "image/png", 1],
  ["qwen-image-edit", (path) => ({ ...small, images: [path("tall.png")], negative: "fog" }), "image/png", 1],
])("%s runs", async (workflow, params, mime, files) => {
  const result = await stage.run({ workflow, params: params(stage.path) });
  expect(result).toMatchObject({ status: "finished", problems: [] });
  expect(result.outputs.map((output) => output.mime)).toEqual(Array.from({ length: files }, () => mime));
});

it("a file that the backend does not have is refused by the setting's name", async () => {
  const params = { image: stage.path("wide.png"), model: "simulated-3x" };
  expect(await stage.run({ workflow: "upscale", params })).toMatchObject({
    status: "failed",
    error: { code: "GRAPH_INVALID", details: { setting: "model" } },
  });
});
