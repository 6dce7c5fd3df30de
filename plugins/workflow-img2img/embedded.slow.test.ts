// Runs of the workflow `img2img` on the embedded backend.

import { dirname, join } from "node:path";
import type { Params } from "@pictor/kernel/plugin";
import { createTemplateHarness } from "@pictor/workflow-parts/testing";
import { afterAll, expect, it } from "vitest";

const own = import.meta.dirname;
const backends = ["backend-embedded", "backend-remote"].map((name) => join(dirname(own), name));
const sizes = { "a.png": { width: 96, height: 64 }, "mask.png": { width: 96, height: 64 } };
const stage = await createTemplateHarness([own, ...backends], sizes);
afterAll(() => stage.dispose());

it.each<[string, Params]>([
  ["a checkpoint", {}],
  ["another size", { width: 64 }],
  ["Flux", { diffusionModel: "simulated-flux", width: 64, height: 64 }],
  ["Flux.2", { diffusionModel: "simulated-flux2" }],
])("%s makes images, with a mask and without", async (_what, params) => {
  const image = stage.path("a.png");
  const small = { prompt: "a storm", image, seed: "7", model: "simulated-landscape", steps: 2, ...params };
  for (const more of [{}, { mask: stage.path("mask.png"), batchSize: 2 }]) {
    const result = await stage.run({ workflow: "img2img", params: { ...small, ...more } });
    expect(result).toMatchObject({ status: "finished", problems: [] });
    expect(result.outputs).toHaveLength("batchSize" in more ? 2 : 1);
  }
});
