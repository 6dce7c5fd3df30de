// The order of add-ons is the person's: an upscaler before a second pass is not one behind it, and both are right.

import type { Graph, WorkflowDraft } from "@pictor/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orphans } from "./properties.js";
import { recordedWorld, type RecordedWorld } from "./recorded-kernel.test.support.js";
import { draftOf } from "./requests.test.support.js";

let world: RecordedWorld;
beforeAll(async () => {
  world = await recordedWorld();
});
afterAll(() => world.dispose());

/** From where the picture begins to where it is saved: the classes along its way. */
function line(graph: Graph, output = "SaveImage"): readonly string[] {
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
async function problems({ graph, origins, ...rest }: WorkflowDraft): Promise<readonly string[]> {
  const found = await world.kernel.validate({ graph, origins, backend: "recorded" });
  return [...found.map(({ message }) => message), ...orphans({ graph, ...rest })];
}

const bare = ["EmptyLatentImage", "KSampler"];
const saved = ["VAEDecode", "SaveImage"];

describe("the picture's way through", () => {
  it.each<[readonly string[], readonly string[]]>([
    [
      ["upscaler", "hires-fix"],
      [...bare, "LatentUpscale", "LatentUpscale", "KSampler", ...saved],
    ],
    [
      ["hires-fix", "upscaler"],
      [...bare, "LatentUpscale", "KSampler", "LatentUpscale", ...saved],
    ],
    [
      ["face-detailer", "upscaler"],
      [...bare, "VAEDecode", "FaceDetailer", "ImageScale", "SaveImage"],
    ],
    [
      ["upscaler", "face-detailer"],
      [...bare, "LatentUpscale", "VAEDecode", "FaceDetailer", "SaveImage"],
    ],
    [
      ["face-detailer", "hires-fix"],
      [...bare, "VAEDecode", "FaceDetailer", "ImageScale", "VAEEncode", "KSampler", ...saved],
    ],
  ])("%j", async (features, expected) => {
    const draft = await draftOf(world, "txt2img", features);
    expect(line(draft.graph)).toEqual(expected);
    expect(await problems(draft)).toEqual([]);
  });

  it("a picture saved on the way is that of its place", async () => {
    const before = await draftOf(world, "txt2img", ["save-intermediate", "hires-fix"]);
    const behind = await draftOf(world, "txt2img", ["hires-fix", "save-intermediate"]);
    /** How often the saved picture was sampled. */
    const samplings = ({ graph }: WorkflowDraft) =>
      line(graph, "SaveIntermediateImage").filter((name) => name === "KSampler").length;
    expect([samplings(before), samplings(behind)]).toEqual([1, 2]);
    expect([await problems(before), await problems(behind)]).toEqual([[], []]);
  });
});

describe("of patches and texts", () => {
  it("patches of one model follow each other as they are named", async () => {
    const chain = async (features: readonly string[]) => {
      const { graph } = await draftOf(world, "txt2img", features);
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

  it("a control behind another works on what that gives", async () => {
    const { graph } = await draftOf(world, "txt2img", ["controlnet", "regional-prompt"]);
    expect(graph["RegionalPrompt_Combine_1"]?.inputs["conditioning_1"]).toEqual(["ControlNetApply", 0]);
    const other = await draftOf(world, "txt2img", ["regional-prompt", "controlnet"]);
    expect(other.graph["ControlNetApply"]?.inputs["positive"]).toEqual(["RegionalPrompt_Combine_1", 0]);
  });
});
