// The columns and rows of the table in expected.ts as requests: workflows and features, with settings.

import type { Params } from "@pictor/host";

/** Absolute paths for settings that name a file. */
export interface SituationFiles {
  readonly image: string;
  readonly mask: string;
  readonly graphFile: string;
}

/** A workflow with the settings that make it this template. */
export interface Template {
  readonly workflow: string;
  params(files: SituationFiles): Params;
}

const always = { prompt: "a fox in the snow", seed: "7" };

/** By name: the columns of the table. */
export const templates: Readonly<Record<string, Template>> = {
  txt2img: { workflow: "txt2img", params: () => always },
  refiner: { workflow: "txt2img", params: () => ({ ...always, refiner: "second.safetensors" }) },
  "t-flux": { workflow: "txt2img", params: () => ({ ...always, family: "flux", diffusionModel: "example" }) },
  "t-zimg": {
    workflow: "txt2img",
    params: () => ({ ...always, family: "z-image", diffusionModel: "example" }),
  },
  img2img: { workflow: "img2img", params: ({ image }) => ({ ...always, image }) },
  mask: { workflow: "img2img", params: ({ image, mask }) => ({ ...always, image, mask }) },
  upscale: { workflow: "upscale", params: ({ image }) => ({ image }) },
  svd: { workflow: "svd", params: ({ image }) => ({ image, seed: "7" }) },
  flux: { workflow: "flux", params: () => always },
  "wan-t2v": { workflow: "wan-text-to-video", params: () => always },
  "wan-i2v": { workflow: "wan-image-to-video", params: ({ image }) => ({ ...always, image }) },
  kontext: { workflow: "flux-kontext", params: ({ image }) => ({ ...always, images: [image] }) },
  klein: { workflow: "flux2-klein", params: ({ image }) => ({ ...always, images: [image] }) },
  qwen: { workflow: "qwen-image-edit", params: ({ image }) => ({ ...always, images: [image] }) },
  custom: { workflow: "custom", params: ({ graphFile }) => ({ graph: graphFile }) },
};

/** A feature with settings, and its effect on the graph. */
export interface FeatureSituation {
  settings(files: SituationFiles): Params;
  /** Node classes that each use adds at least once; `A|B` is one of two. */
  readonly adds: readonly string[];
}
const feature = (
  adds: readonly string[],
  settings: FeatureSituation["settings"] = () => ({}),
): FeatureSituation => ({ adds, settings });

/** By feature id: the rows of the table. */
export const features: Readonly<Record<string, FeatureSituation>> = {
  lora: feature(["LoraLoader"], () => ({ name: "example" })),
  controlnet: feature(["ControlNetLoader", "ControlNetApplyAdvanced"], ({ image }) => ({
    model: "example",
    image,
  })),
  "reference-only": feature(["Inference_Core_ReferenceOnlySimple"], ({ image }) => ({ image })),
  "hires-fix": feature(["LatentUpscale|ImageScale", "KSampler|SamplerCustomAdvanced"]),
  upscaler: feature(["LatentUpscale|ImageScale"]),
  "face-detailer": feature(["FaceDetailer"], () => ({ bboxModel: "bbox/example.pt" })),
  freeu: feature(["FreeU"]),
  nrs: feature(["NRS"]),
  "discrete-sampling": feature(["ModelSamplingDiscrete"]),
  "cfg-rescale": feature(["RescaleCFG"]),
  "regional-prompt": feature(["ConditioningSetMask", "ConditioningCombine"], ({ mask }) => ({
    regions: [{ mask, prompt: "a blue bird", negative: "a cat" }],
  })),
  "layer-diffuse": feature([
    "Inference_Core_LayeredDiffusionApply",
    "Inference_Core_LayeredDiffusionDecodeRGBA",
  ]),
  "flux-guidance": feature(["FluxGuidance"], () => ({ guidance: 4.25 })),
  "plasma-noise": feature(["Lykos_JDC_Plasma"]),
  "tiled-vae": feature(["VAEDecodeTiled"]),
  "save-intermediate": feature(["SaveImage"]),
  "prompt-expansion": feature(["Inference_Core_PromptExpansion"], () => ({
    model: "example/pytorch_model.bin",
  })),
  "cudnn-toggle": feature(["CUDNNToggleAutoPassthrough"]),
};
