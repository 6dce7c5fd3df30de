// That an add-on takes effect where it must: no sampling uses a model, a text or a conditioning without it.

import { PictorError } from "@pictor/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expected } from "./expected.js";
import { classesBehind, count, samplings } from "./properties.js";
import { recordedWorld, type RecordedWorld } from "./recorded-kernel.test.support.js";
import { draftOf } from "./requests.test.support.js";

let world: RecordedWorld;
beforeAll(async () => {
  world = await recordedWorld();
});
afterAll(() => world.dispose());

const working = (feature: string): readonly string[] =>
  Object.entries(expected.find((row) => row.feature === feature)?.cells ?? {})
    .filter(([, cell]) => cell === "works")
    .map(([template]) => template);

describe.each([
  ["lora", "LoraLoader"],
  ["freeu", "FreeU"],
  ["nrs", "NRS"],
  ["discrete-sampling", "ModelSamplingDiscrete"],
  ["cfg-rescale", "RescaleCFG"],
  ["layer-diffuse", "Inference_Core_LayeredDiffusionApply"],
])("%s is behind the model of every sampling", (feature, nodeClass) => {
  it.each(working(feature))("in %s", async (template) => {
    const { graph } = await draftOf(world, template, [feature]);
    const found = samplings(graph).map(([id, { model }]) => [id, classesBehind(graph, model).has(nodeClass)]);
    expect(found).toEqual(found.map(([id]) => [id, true]));
    expect(found).not.toEqual([]);
  });
});

describe.each([
  ["lora", "LoraLoader"],
  ["controlnet", "ControlNetApplyAdvanced"],
  ["regional-prompt", "ConditioningCombine"],
  ["flux-guidance", "FluxGuidance"],
  ["prompt-expansion", "Inference_Core_PromptExpansion"],
])("%s is behind the positive conditioning of every sampling", (feature, nodeClass) => {
  // A refiner keeps its cfg, and so its plain conditioning, beside a first model with guidance.
  const columns = working(feature).filter((name) => feature !== "flux-guidance" || name !== "refiner");
  it.each(columns)("in %s", async (template) => {
    const { graph } = await draftOf(world, template, [feature]);
    const found = samplings(graph).map(([id, { positive, conditioning }]) => [
      id,
      classesBehind(graph, positive ?? conditioning).has(nodeClass),
    ]);
    expect(found).toEqual(found.map(([id]) => [id, true]));
  });
});

it("two models are patched each by itself: none takes the other's", async () => {
  const features = ["lora", "freeu", "nrs", "discrete-sampling", "cfg-rescale"];
  const { graph } = await draftOf(world, "refiner", features);
  expect(
    features.map((_, index) => count(graph, ["LoraLoader", "FreeU", "NRS", "RescaleCFG"][index] ?? "")),
  ).toEqual([2, 2, 2, 2, 0]);
  const loaders = samplings(graph).map(([, { model }]) => {
    const seen = new Set<string>();
    let link = model;
    while (Array.isArray(link) && !seen.has(String(link[0]))) {
      seen.add(String(link[0]));
      link = graph[String(link[0])]?.inputs["model"];
    }
    return [...seen].at(-1);
  });
  expect(loaders).toEqual(["CheckpointLoader_Base", "CheckpointLoader_Refiner"]);
});

describe.each(working("tiled-vae"))("tiled-vae in %s", (template) => {
  it("decodes everything, also for add-ons that need a picture on the way", async () => {
    const more = working("hires-fix").includes(template) ? ["upscaler", "hires-fix"] : [];
    const { graph } = await draftOf(world, template, ["tiled-vae", "save-intermediate", ...more]);
    expect(count(graph, "VAEDecode")).toBe(0);
  });
});

describe("where two add-ons meet", () => {
  const built = async (features: readonly string[]) => {
    try {
      return (await draftOf(world, "txt2img", features)).graph;
    } catch (error) {
      if (error instanceof PictorError && error.code === "FEATURE_NOT_APPLICABLE") return undefined;
      throw error;
    }
  };

  it("reference-only counts on the reference in the batch, so nothing that samples later has its patch", async () => {
    const graph = await built(["reference-only", "hires-fix", "face-detailer"]);
    const [first, ...later] = samplings(graph ?? {}).map(([, { model }]) =>
      classesBehind(graph ?? {}, model),
    );
    const patch = "Inference_Core_ReferenceOnlySimple";
    expect(first?.has(patch)).toBe(true);
    expect(later.map((classes) => classes.has(patch))).toEqual([false, false]);
  });

  it.each([["controlnet"], ["regional-prompt"]])(
    "a LoRA behind %s still changes every text, or is refused",
    async (first) => {
      const graph = (await built([first, "lora"])) ?? {};
      const plain = Object.entries(graph).filter(
        ([, { class_type, inputs }]) =>
          class_type === "CLIPTextEncode" && !classesBehind(graph, inputs["clip"]).has("LoraLoader"),
      );
      expect(plain.map(([id]) => id)).toEqual([]);
    },
  );

  it.each([["hires-fix"], ["face-detailer"]])(
    "%s behind layer-diffuse keeps the transparency, or is refused",
    async (second) => {
      const graph = (await built(["layer-diffuse", second])) ?? {};
      const transparent = "Inference_Core_LayeredDiffusionDecodeRGBA";
      const lost = Object.entries(graph).filter(
        ([, { class_type, inputs }]) =>
          ["VAEEncode", "FaceDetailer"].includes(class_type) &&
          classesBehind(graph, inputs["pixels"] ?? inputs["image"]).has(transparent),
      );
      expect(lost.map(([id]) => id)).toEqual([]);
    },
  );
});
