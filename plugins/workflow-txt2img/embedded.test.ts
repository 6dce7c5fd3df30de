// Every family and every way of sampling runs: kernel, embedded server, a picture at the end.

import { dirname, join } from "node:path";
import type { Params } from "@pictor/kernel/plugin";
import { templateStage, type TemplateStage } from "@pictor/workflow-parts/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const own = import.meta.dirname;
let stage: TemplateStage;
beforeAll(async () => {
  const backends = ["backend-embedded", "backend-remote"].map((name) => join(dirname(own), name));
  stage = await templateStage([own, ...backends]);
});
afterAll(() => stage.dispose());

const small: Params = { prompt: "a lighthouse", width: 64, height: 64, steps: 2, seed: "7" };
const run = (params: Params) => stage.run({ workflow: "txt2img", params: { ...small, ...params } });

it.each<[string, Params]>([
  ["a checkpoint that nobody named", {}],
  ["a checkpoint named without its ending", { model: "simulated-ink" }],
  ["a refiner", { refiner: "simulated-ink", refinerSteps: 1 }],
  ["sd_turbo", { scheduler: "sd_turbo", cfg: 1 }],
  ["align_your_steps", { scheduler: "align_your_steps", steps: 10 }],
  ["separate encoders", { encoder1: "simulated-clip-l", encoder2: "simulated-clip-g" }],
  ["Flux", { diffusionModel: "simulated-flux" }],
  ["Flux.2", { diffusionModel: "simulated-flux2" }],
  ["Flux.2 with a late start", { diffusionModel: "simulated-flux2", denoise: 0.5 }],
  ["Z-Image", { diffusionModel: "simulated-z-image" }],
  ["Z-Image Turbo", { diffusionModel: "simulated-z-image-turbo" }],
  ["Anima", { diffusionModel: "simulated-anima" }],
  ["HiDream", { diffusionModel: "simulated-hidream" }],
  [
    "a model of no known family",
    {
      diffusionModel: "simulated-edit",
      encoder1: "simulated-qwen",
      encoderType: "lumina2",
      vae: "simulated-vae",
    },
  ],
])("%s makes a picture", async (_what, params) => {
  const result = await run(params);
  expect(result).toMatchObject({ status: "finished", problems: [], outputs: [{ mime: "image/png" }] });
});

it("names the setting that the backend cannot serve", async () => {
  const result = await run({ diffusionModel: "simulated-flux", encoder2: "t6xxl" });
  expect(result).toMatchObject({
    status: "failed",
    error: { code: "GRAPH_INVALID", details: { setting: "encoder2" } },
  });
});
