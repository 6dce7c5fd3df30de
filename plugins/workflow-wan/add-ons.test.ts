// Add-ons before the sampling: what they do to models, encoders and conditioning is what the film is made with.

import { edit, emptyDraft } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor } from "@pictor/kernel/plugin";
import { contextOf } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { prepareImage } from "./prepare.js";
import { sampleImageWith } from "./sample-image.js";

const files = {
  input: (path: string) =>
    Promise.resolve({ name: path, mime: "image/png", open: () => ({}) as AsyncIterable<Uint8Array> }),
};
const context: BuildContext = contextOf({
  workflow: "wan-image-to-video",
  params: {
    ...{ prompt: "waves", negative: "", image: "a.png", clipVision: "none" },
    ...{ diffusionModel: "w", encoder1: "e", vae: "v", weightDtype: "default", shift: 8 },
    ...{ width: 64, height: 64, frames: 5, batchSize: 1, batchIndex: 0, denoise: 1 },
  },
});
async function graphWith(addOn: (graph: GraphEditor) => void) {
  const prepared = await prepareImage(emptyDraft, context);
  const { graph } = await sampleImageWith(files)(edit(prepared, addOn), context);
  return graph;
}

describe("an add-on", () => {
  it("that changes the encoder takes part in the encoding", async () => {
    const graph = await graphWith((editor) => {
      const lora = editor.add("LoraLoader", { model: editor.cursor("model"), clip: editor.cursor("clip") });
      editor.move({ model: lora.out(0), clip: lora.out(1) });
    });
    expect(graph).toMatchObject({
      LoraLoader: { inputs: { model: ["ModelSamplingSD3", 0], clip: ["CLIPLoader", 0] } },
      PositiveCLIP_Base: { inputs: { clip: ["LoraLoader", 1] } },
      Sampler: { inputs: { model: ["LoraLoader", 0] } },
    });
  });

  it("that changes the conditioning comes before the picture does", async () => {
    const graph = await graphWith((editor) => {
      const [positive, negative] = [editor.conditioning("positive"), editor.conditioning("negative")];
      const control = editor.add("ControlNetApplyAdvanced", { positive, negative });
      editor.move({ positive: control.out(0), negative: control.out(1) });
    });
    expect(graph).toMatchObject({
      ControlNetApplyAdvanced: {
        inputs: { positive: ["PositiveCLIP_Base", 0], negative: ["NegativeCLIP_Base", 0] },
      },
      WanImageToVideo: {
        inputs: { positive: ["ControlNetApplyAdvanced", 0], negative: ["ControlNetApplyAdvanced", 1] },
      },
      Sampler: { inputs: { positive: ["WanImageToVideo", 0], negative: ["WanImageToVideo", 1] } },
    });
  });
});
