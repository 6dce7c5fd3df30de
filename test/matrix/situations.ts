// What each column and row of the table is, as a request: the workflow with its settings, and the add-on with its own.

import type { Params } from "@pictor/kernel";

/** Files that settings name. */
export interface Files {
  readonly picture: string;
  readonly mask: string;
  readonly graphFile: string;
}

export interface Template {
  readonly workflow: string;
  params(files: Files): Params;
}

const always = { prompt: "a fox in the snow", seed: "7" };

/** By the table's names of columns. */
export const templates: Readonly<Record<string, Template>> = {
  txt2img: { workflow: "txt2img", params: () => always },
  refiner: { workflow: "txt2img", params: () => ({ ...always, refiner: "second.safetensors" }) },
  "t-flux": {
    workflow: "txt2img",
    params: () => ({ ...always, profile: "flux", diffusionModel: "example" }),
  },
  "t-zimg": {
    workflow: "txt2img",
    params: () => ({ ...always, profile: "z-image", diffusionModel: "example" }),
  },
  img2img: { workflow: "img2img", params: ({ picture }) => ({ ...always, image: picture }) },
  mask: { workflow: "img2img", params: ({ picture, mask }) => ({ ...always, image: picture, mask }) },
  upscale: { workflow: "upscale", params: ({ picture }) => ({ image: picture }) },
  svd: { workflow: "svd", params: ({ picture }) => ({ image: picture, seed: "7" }) },
  flux: { workflow: "flux", params: () => always },
  "wan-t2v": { workflow: "wan-text-to-video", params: () => always },
  "wan-i2v": { workflow: "wan-image-to-video", params: ({ picture }) => ({ ...always, image: picture }) },
  kontext: { workflow: "flux-kontext", params: ({ picture }) => ({ ...always, images: [picture] }) },
  klein: { workflow: "flux2-klein", params: ({ picture }) => ({ ...always, images: [picture] }) },
  qwen: { workflow: "qwen-image-edit", params: ({ picture }) => ({ ...always, images: [picture] }) },
  custom: { workflow: "custom", params: ({ graphFile }) => ({ graph: graphFile }) },
};

export interface AddOn {
  settings(files: Files): Params;
  /** Classes that it adds, each at least once for every use; `A|B` is one of two. */
  readonly adds: readonly string[];
}
const addOn = (adds: readonly string[], settings: AddOn["settings"] = () => ({})): AddOn => ({
  adds,
  settings,
});

/** By feature id. */
export const addOns: Readonly<Record<string, AddOn>> = {
  lora: addOn(["LoraLoader"], () => ({ name: "example" })),
  controlnet: addOn(["ControlNetLoader", "ControlNetApplyAdvanced"], ({ picture }) => ({
    model: "example",
    image: picture,
  })),
  "reference-only": addOn(["Inference_Core_ReferenceOnlySimple"], ({ picture }) => ({ image: picture })),
  "hires-fix": addOn(["LatentUpscale|ImageScale", "KSampler|SamplerCustomAdvanced"]),
  upscaler: addOn(["LatentUpscale|ImageScale"]),
  "face-detailer": addOn(["FaceDetailer"], () => ({ bboxModel: "bbox/example.pt" })),
  freeu: addOn(["FreeU"]),
  nrs: addOn(["NRS"]),
  "discrete-sampling": addOn(["ModelSamplingDiscrete"]),
  "cfg-rescale": addOn(["RescaleCFG"]),
  "regional-prompt": addOn(["ConditioningSetMask", "ConditioningCombine"], ({ mask }) => ({
    regions: [{ mask, prompt: "a blue bird", negative: "a cat" }],
  })),
  "layer-diffuse": addOn([
    "Inference_Core_LayeredDiffusionApply",
    "Inference_Core_LayeredDiffusionDecodeRGBA",
  ]),
  "flux-guidance": addOn(["FluxGuidance"], () => ({ guidance: 4.25 })),
  "plasma-noise": addOn(["Lykos_JDC_Plasma"]),
  "tiled-vae": addOn(["VAEDecodeTiled"]),
  "save-intermediate": addOn(["SaveImage"]),
  "prompt-expansion": addOn(["Inference_Core_PromptExpansion"], () => ({
    model: "example/pytorch_model.bin",
  })),
  "cudnn-toggle": addOn(["CUDNNToggleAutoPassthrough"]),
};
