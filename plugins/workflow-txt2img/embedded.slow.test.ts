// The workflow `txt2img` on the embedded backend: every family and every sampler node makes an image.

import { dirname, join } from "node:path";
import type { Params } from "@pictor/kernel/plugin";
import { createTemplateHarness } from "@pictor/workflow-parts/testing";
import { afterAll, expect, it } from "vitest";

const own = import.meta.dirname;
const backends = ["backend-embedded", "backend-remote"].map((name) => join(dirname(own), name));
const stage = await createTemplateHarness([own, ...backends]);
afterAll(() => stage.dispose());

const small: Params = { prompt: "a lighthouse", width: 64, height: 64, steps: 2, seed: "7" };
const run = (params: Params) => stage.run({ workflow: "txt2img", params: { ...small, ...params } });

it.each<[string, Params]>([
  ["the first checkpoint of the backend", {}],
  ["a checkpoint named without its file extension", { model: "simulated-ink" }],
  ["a refiner", { refiner: "simulated-ink", refinerSteps: 1 }],
  ["sd_turbo", { scheduler: "sd_turbo", cfg: 1 }],
  ["align_your_steps", { scheduler: "align_your_steps", steps: 10 }],
  ["separate text encoders", { encoder1: "simulated-clip-l", encoder2: "simulated-clip-g" }],
  ["Flux", { diffusionModel: "simulated-flux" }],
  ["Flux.2", { diffusionModel: "simulated-flux2" }],
  ["Flux.2 with denoise 0.5", { diffusionModel: "simulated-flux2", denoise: 0.5 }],
  ["Z-Image", { diffusionModel: "simulated-z-image" }],
  ["Z-Image Turbo", { diffusionModel: "simulated-z-image-turbo" }],
  ["Anima", { diffusionModel: "simulated-anima" }],
  ["HiDream", { diffusionModel: "simulated-hidream" }],
  [
    "a model of an unknown family",
    {
      diffusionModel: "simulated-edit",
      encoder1: "simulated-qwen",
      encoderType: "lumina2",
      vae: "simulated-vae",
    },
  ],
])("%s makes an image", async (_model, params) => {
  const result = await run(params);
  expect(result).toMatchObject({ status: "finished", problems: [], outputs: [{ mime: "image/png" }] });
});

it("names the setting whose file the backend lacks", async () => {
  const result = await run({ diffusionModel: "simulated-flux", encoder2: "t6xxl" });
  expect(result).toMatchObject({
    status: "failed",
    error: { code: "GRAPH_INVALID", details: { setting: "encoder2" } },
  });
});
