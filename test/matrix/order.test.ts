// Features are applied in the user's order: an upscaler before a second pass builds another graph than one after it.

import type { Graph, WorkflowDraft } from "@pictor/host";
import { afterAll, describe, expect, it } from "vitest";
import { findOrphans } from "./graph-properties.js";
import { createRecordedPictor } from "./recorded-pictor.js";
import { buildDraft } from "./build-draft.js";

const recorded = await createRecordedPictor();
afterAll(() => recorded.dispose());

/** The node classes that the image passes through, from its start to the node that saves it. */
function imagePath(graph: Graph, output = "SaveImage"): readonly string[] {
  const classes: string[] = [];
  let node = graph[output];
  while (node !== undefined) {
    classes.push(node.class_type);
    const { images, image, samples, latent_image, pixels } = node.inputs;
    const link = images ?? image ?? samples ?? latent_image ?? pixels;
    node = Array.isArray(link) ? graph[String(link[0])] : undefined;
  }
  return classes.reverse();
}
async function problems({ graph, origins, inputs, ...rest }: WorkflowDraft): Promise<readonly string[]> {
  const found = await recorded.pictor.validate({ graph, origins, inputs, backend: "recorded" });
  return [...found.map(({ message }) => message), ...findOrphans({ graph, ...rest })];
}

const start = ["EmptyLatentImage", "KSampler"];
const saved = ["VAEDecode", "SaveImage"];

describe("the nodes that the image passes through", () => {
  it.each<[readonly string[], readonly string[]]>([
    [
      ["upscaler", "hires-fix"],
      [...start, "LatentUpscale", "LatentUpscale", "KSampler", ...saved],
    ],
    [
      ["hires-fix", "upscaler"],
      [...start, "LatentUpscale", "KSampler", "LatentUpscale", ...saved],
    ],
    [
      ["face-detailer", "upscaler"],
      [...start, "VAEDecode", "FaceDetailer", "ImageScale", "SaveImage"],
    ],
    [
      ["upscaler", "face-detailer"],
      [...start, "LatentUpscale", "VAEDecode", "FaceDetailer", "SaveImage"],
    ],
    [
      ["face-detailer", "hires-fix"],
      [...start, "VAEDecode", "FaceDetailer", "ImageScale", "VAEEncode", "KSampler", ...saved],
    ],
  ])("%j", async (features, expected) => {
    const draft = await buildDraft(recorded, "txt2img", features);
    expect(imagePath(draft.graph)).toEqual(expected);
    expect(await problems(draft)).toEqual([]);
  });

  it("an intermediate image is saved at the feature's position", async () => {
    const before = await buildDraft(recorded, "txt2img", ["save-intermediate", "hires-fix"]);
    const after = await buildDraft(recorded, "txt2img", ["hires-fix", "save-intermediate"]);
    /** How many times the saved image was sampled. */
    const countSamplers = ({ graph }: WorkflowDraft) =>
      imagePath(graph, "SaveIntermediateImage").filter((name) => name === "KSampler").length;
    expect([countSamplers(before), countSamplers(after)]).toEqual([1, 2]);
    expect([await problems(before), await problems(after)]).toEqual([[], []]);
  });
});

describe("patches and conditioning", () => {
  it("patches of the model follow each other in the order in which they are named", async () => {
    const chain = async (features: readonly string[]) => {
      const { graph } = await buildDraft(recorded, "txt2img", features);
      const classes: string[] = [];
      let link = graph["Sampler"]?.inputs["model"];
      while (Array.isArray(link)) {
        const node = graph[String(link[0])];
        classes.push(node?.class_type ?? "");
        link = node?.inputs["model"];
      }
      return classes.reverse();
    };
    expect(await chain(["lora", "freeu", "cfg-rescale"])).toEqual([
      "CheckpointLoaderSimple",
      "LoraLoader",
      "FreeU",
      "RescaleCFG",
    ]);
    expect(await chain(["freeu", "lora"])).toEqual(["CheckpointLoaderSimple", "FreeU", "LoraLoader"]);
  });

  it("a feature that changes the conditioning continues from the previous one", async () => {
    const { graph } = await buildDraft(recorded, "txt2img", ["controlnet", "regional-prompt"]);
    expect(graph["RegionalPrompt_Combine_1"]?.inputs["conditioning_1"]).toEqual(["ControlNetApply", 0]);
    const reversed = await buildDraft(recorded, "txt2img", ["regional-prompt", "controlnet"]);
    expect(reversed.graph["ControlNetApply"]?.inputs["positive"]).toEqual(["RegionalPrompt_Combine_1", 0]);
  });
});
