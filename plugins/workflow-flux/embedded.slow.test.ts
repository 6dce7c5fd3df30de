// A run of the workflow `flux` on the embedded backend.

import { dirname, join } from "node:path";
import { createTemplateHarness } from "@pictor/workflow-parts/testing";
import { afterAll, expect, it } from "vitest";

const own = import.meta.dirname;
const backends = ["backend-embedded", "backend-remote"].map((name) => join(dirname(own), name));
const stage = await createTemplateHarness([own, ...backends]);
afterAll(() => stage.dispose());

it("finds model, text encoders and VAE on the backend, makes the images, and records its choice", async () => {
  const params = { prompt: "a lighthouse", width: 64, height: 64, steps: 2, batchSize: 2 };
  const draft = await stage.build({ workflow: "flux", params });
  expect(draft.chosenParams).toMatchObject({
    diffusionModel: "simulated-flux.safetensors",
    encoder1: "simulated-clip-l.safetensors",
    encoder2: "simulated-t5xxl.safetensors",
    vae: "simulated-ae.safetensors",
  });
  const result = await stage.run({ workflow: "flux", params });
  expect(result).toMatchObject({ status: "finished", problems: [] });
  expect(result.outputs.map(({ place }) => place)).toEqual([0, 1]);
});
