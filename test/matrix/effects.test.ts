// Every sampler node gets the model, prompt and conditioning that a feature has changed.

import { PictorError } from "@pictor/host";
import { afterAll, describe, expect, it } from "vitest";
import { expected } from "./expected.js";
import { upstreamClasses, countNodes, findSamplers } from "./graph-properties.js";
import { createRecordedPictor } from "./recorded-pictor.js";
import { buildDraft } from "./build-draft.js";

const recorded = await createRecordedPictor();
afterAll(() => recorded.dispose());

const templatesOf = (feature: string): readonly string[] =>
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
])("%s changes the model of every sampler", (feature, nodeClass) => {
  it.each(templatesOf(feature))("in %s", async (template) => {
    const { graph } = await buildDraft(recorded, template, [feature]);
    const found = findSamplers(graph).map(([id, { model }]) => [
      id,
      upstreamClasses(graph, model).has(nodeClass),
    ]);
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
])("%s changes the positive conditioning of every sampler", (feature, nodeClass) => {
  // A refiner keeps its cfg and takes no guidance, even when the base model has guidance.
  const columns = templatesOf(feature).filter((name) => feature !== "flux-guidance" || name !== "refiner");
  it.each(columns)("in %s", async (template) => {
    const { graph } = await buildDraft(recorded, template, [feature]);
    const found = findSamplers(graph).map(([id, { positive, conditioning }]) => [
      id,
      upstreamClasses(graph, positive ?? conditioning).has(nodeClass),
    ]);
    expect(found).toEqual(found.map(([id]) => [id, true]));
  });
});

it("the base model and the refiner are patched separately", async () => {
  const features = ["lora", "freeu", "nrs", "discrete-sampling", "cfg-rescale"];
  const { graph } = await buildDraft(recorded, "refiner", features);
  expect(
    features.map((_, index) => countNodes(graph, ["LoraLoader", "FreeU", "NRS", "RescaleCFG"][index] ?? "")),
  ).toEqual([2, 2, 2, 2, 0]);
  const loaders = findSamplers(graph).map(([, { model }]) => {
    const visited = new Set<string>();
    let link = model;
    while (Array.isArray(link) && !visited.has(String(link[0]))) {
      visited.add(String(link[0]));
      link = graph[String(link[0])]?.inputs["model"];
    }
    return [...visited].at(-1);
  });
  expect(loaders).toEqual(["CheckpointLoader_Base", "CheckpointLoader_Refiner"]);
});

describe.each(templatesOf("tiled-vae"))("tiled-vae in %s", (template) => {
  it("decodes everything in tiles, also for features that need an image", async () => {
    const more = templatesOf("hires-fix").includes(template) ? ["upscaler", "hires-fix"] : [];
    const { graph } = await buildDraft(recorded, template, ["tiled-vae", "save-intermediate", ...more]);
    expect(countNodes(graph, "VAEDecode")).toBe(0);
  });
});

describe("two features together", () => {
  const tryBuild = async (features: readonly string[]) => {
    try {
      return (await buildDraft(recorded, "txt2img", features)).graph;
    } catch (error) {
      if (error instanceof PictorError && error.code === "FEATURE_NOT_APPLICABLE") return undefined;
      throw error;
    }
  };

  it("reference-only patches the first sampler alone, because later samplers have no reference in their batch", async () => {
    const graph = await tryBuild(["reference-only", "hires-fix", "face-detailer"]);
    const [first, ...later] = findSamplers(graph ?? {}).map(([, { model }]) =>
      upstreamClasses(graph ?? {}, model),
    );
    const patch = "Inference_Core_ReferenceOnlySimple";
    expect(first?.has(patch)).toBe(true);
    expect(later.map((classes) => classes.has(patch))).toEqual([false, false]);
  });

  it.each([["controlnet"], ["regional-prompt"]])(
    "a LoRA after %s still changes every encoded text, or is refused",
    async (first) => {
      const graph = (await tryBuild([first, "lora"])) ?? {};
      const plain = Object.entries(graph).filter(
        ([, { class_type, inputs }]) =>
          class_type === "CLIPTextEncode" && !upstreamClasses(graph, inputs["clip"]).has("LoraLoader"),
      );
      expect(plain.map(([id]) => id)).toEqual([]);
    },
  );

  it.each([["hires-fix"], ["face-detailer"]])(
    "%s after layer-diffuse keeps the transparency, or is refused",
    async (second) => {
      const graph = (await tryBuild(["layer-diffuse", second])) ?? {};
      const transparent = "Inference_Core_LayeredDiffusionDecodeRGBA";
      const lost = Object.entries(graph).filter(
        ([, { class_type, inputs }]) =>
          ["VAEEncode", "FaceDetailer"].includes(class_type) &&
          upstreamClasses(graph, inputs["pixels"] ?? inputs["image"]).has(transparent),
      );
      expect(lost.map(([id]) => id)).toEqual([]);
    },
  );
});
