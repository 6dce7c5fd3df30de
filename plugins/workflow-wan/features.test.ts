// Features before sampling in `wan-image-to-video`: their changes of model, text encoder and conditioning take effect.

import { edit, emptyDraft } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor } from "@pictor/kernel/plugin";
import { createBuildContext } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { prepareImageToVideo } from "./prepare-wan.js";
import { createImageToVideoSampler } from "./sample-image-to-video.js";

const files = {
  input: (path: string) =>
    Promise.resolve({ name: path, mime: "image/png", open: () => ({}) as AsyncIterable<Uint8Array> }),
};
const context: BuildContext = createBuildContext({
  workflow: "wan-image-to-video",
  params: {
    prompt: "waves",
    negative: "",
    image: "a.png",
    clipVision: "none",
    diffusionModel: "w",
    encoder1: "e",
    vae: "v",
    weightDtype: "default",
    shift: 8,
    width: 64,
    height: 64,
    frames: 5,
    batchSize: 1,
    batchIndex: 0,
    denoise: 1,
  },
});
async function graphWith(feature: (graph: GraphEditor) => void) {
  const prepared = await prepareImageToVideo(emptyDraft, context);
  const { graph } = await createImageToVideoSampler(files)(edit(prepared, feature), context);
  return graph;
}

describe("a feature", () => {
  it("that changes the text encoder affects the encoding", async () => {
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

  it("that changes the conditioning comes before the image is added to it", async () => {
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
