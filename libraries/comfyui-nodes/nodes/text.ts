// Text encoder nodes of the different model families, and CLIP skip.
import { type Clip, type Conditioning, encodeText, type ImageBatch } from "@pictor/simulated-sampler";
import type { NodeDefinition } from "@pictor/comfyui-graph";

const encoded = (text: string, clip: unknown, guidance?: number): Conditioning => [
  { ...encodeText(text, clip as Clip), ...(guidance === undefined ? {} : { guidance }) },
];

/** Joins the texts of several encoders, without duplicates. */
const joined = (...texts: readonly unknown[]): string =>
  [...new Set((texts as string[]).map((text) => text.trim()))].filter((text) => text !== "").join(", ");

/** Encodes an edit instruction with reference images. Without a VAE, the images have no effect. */
function instruction(prompt: unknown, clip: unknown, vae: unknown, images: readonly unknown[]): Conditioning {
  const references = images.flatMap((image) => (image as ImageBatch | undefined)?.rasters.slice(0, 1) ?? []);
  const [entry] = encoded(prompt as string, clip);
  return entry && vae !== undefined && references.length > 0
    ? [{ ...entry, references }]
    : entry
      ? [entry]
      : [];
}

export const textNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "CLIPTextEncode",
      displayName: "CLIP Text Encode (Prompt)",
      category: "conditioning",
      pythonModule: "nodes",
      required: { text: ["STRING", { multiline: true, dynamicPrompts: true }], clip: ["CLIP", {}] },
      outputs: ["CONDITIONING"],
    },
    execute: ({ text, clip }) => ({ outputs: [encoded(text as string, clip)] }),
  },
  {
    signature: {
      name: "CLIPSetLastLayer",
      displayName: "CLIP Set Last Layer",
      category: "conditioning",
      pythonModule: "nodes",
      required: { clip: ["CLIP"], stop_at_clip_layer: ["INT", { default: -1, min: -24, max: -1, step: 1 }] },
      outputs: ["CLIP"],
    },
    execute: ({ clip, stop_at_clip_layer }) => ({
      outputs: [{ ...(clip as Clip), lastLayer: stop_at_clip_layer as number } satisfies Clip],
    }),
  },
  {
    signature: {
      name: "CLIPTextEncodeSDXL",
      displayName: null,
      category: "advanced/conditioning",
      pythonModule: "comfy_extras.nodes_clip_sdxl",
      required: {
        clip: ["CLIP", {}],
        width: ["INT", { default: 1024, min: 0, max: 16384 }],
        height: ["INT", { default: 1024, min: 0, max: 16384 }],
        crop_w: ["INT", { default: 0, min: 0, max: 16384 }],
        crop_h: ["INT", { default: 0, min: 0, max: 16384 }],
        target_width: ["INT", { default: 1024, min: 0, max: 16384 }],
        target_height: ["INT", { default: 1024, min: 0, max: 16384 }],
        text_g: ["STRING", { multiline: true, dynamicPrompts: true }],
        text_l: ["STRING", { multiline: true, dynamicPrompts: true }],
      },
      outputs: ["CONDITIONING"],
    },
    /** CLIPTextEncodeSDXL ignores the sizes and the crop. */
    execute: ({ clip, text_g, text_l }) => ({ outputs: [encoded(joined(text_g, text_l), clip)] }),
  },
  {
    signature: {
      name: "CLIPTextEncodeSDXLRefiner",
      displayName: null,
      category: "advanced/conditioning",
      pythonModule: "comfy_extras.nodes_clip_sdxl",
      required: {
        ascore: ["FLOAT", { default: 6, min: 0, max: 1000, step: 0.01 }],
        width: ["INT", { default: 1024, min: 0, max: 16384 }],
        height: ["INT", { default: 1024, min: 0, max: 16384 }],
        text: ["STRING", { multiline: true, dynamicPrompts: true }],
        clip: ["CLIP", {}],
      },
      outputs: ["CONDITIONING"],
    },
    /** CLIPTextEncodeSDXLRefiner ignores the score and the size. */
    execute: ({ clip, text }) => ({ outputs: [encoded(text as string, clip)] }),
  },
  {
    signature: {
      name: "CLIPTextEncodeSD3",
      displayName: null,
      category: "advanced/conditioning",
      pythonModule: "comfy_extras.nodes_sd3",
      required: {
        clip: ["CLIP", {}],
        clip_l: ["STRING", { multiline: true, dynamicPrompts: true }],
        clip_g: ["STRING", { multiline: true, dynamicPrompts: true }],
        t5xxl: ["STRING", { multiline: true, dynamicPrompts: true }],
        empty_padding: ["COMBO", { multiselect: false, options: ["none", "empty_prompt"] }],
      },
      outputs: ["CONDITIONING"],
    },
    execute: ({ clip, clip_l, clip_g, t5xxl }) => ({
      outputs: [encoded(joined(clip_l, clip_g, t5xxl), clip)],
    }),
  },
  {
    signature: {
      name: "CLIPTextEncodeFlux",
      displayName: null,
      category: "advanced/conditioning/flux",
      pythonModule: "comfy_extras.nodes_flux",
      required: {
        clip: ["CLIP", {}],
        clip_l: ["STRING", { multiline: true, dynamicPrompts: true }],
        t5xxl: ["STRING", { multiline: true, dynamicPrompts: true }],
        guidance: ["FLOAT", { default: 3.5, min: 0, max: 100, step: 0.1 }],
      },
      outputs: ["CONDITIONING"],
    },
    execute: ({ clip, clip_l, t5xxl, guidance }) => ({
      outputs: [encoded(joined(clip_l, t5xxl), clip, guidance as number)],
    }),
  },
  {
    signature: {
      name: "CLIPTextEncodeHiDream",
      displayName: null,
      category: "advanced/conditioning",
      pythonModule: "comfy_extras.nodes_hidream",
      required: {
        clip: ["CLIP", {}],
        clip_l: ["STRING", { multiline: true, dynamicPrompts: true }],
        clip_g: ["STRING", { multiline: true, dynamicPrompts: true }],
        t5xxl: ["STRING", { multiline: true, dynamicPrompts: true }],
        llama: ["STRING", { multiline: true, dynamicPrompts: true }],
      },
      outputs: ["CONDITIONING"],
    },
    execute: ({ clip, clip_l, clip_g, t5xxl, llama }) => ({
      outputs: [encoded(joined(clip_l, clip_g, t5xxl, llama), clip)],
    }),
  },
  {
    signature: {
      name: "TextEncodeQwenImageEdit",
      displayName: null,
      category: "advanced/conditioning",
      pythonModule: "comfy_extras.nodes_qwen",
      required: { clip: ["CLIP", {}], prompt: ["STRING", { multiline: true, dynamicPrompts: true }] },
      optional: { vae: ["VAE", {}], image: ["IMAGE", {}] },
      outputs: ["CONDITIONING"],
    },
    /** The image of TextEncodeQwenImageEdit becomes the source image of the sampling. */
    execute: ({ clip, prompt, vae, image }) => ({ outputs: [instruction(prompt, clip, vae, [image])] }),
  },
  {
    signature: {
      name: "TextEncodeQwenImageEditPlus",
      displayName: null,
      category: "advanced/conditioning",
      pythonModule: "comfy_extras.nodes_qwen",
      required: { clip: ["CLIP", {}], prompt: ["STRING", { multiline: true, dynamicPrompts: true }] },
      optional: { vae: ["VAE", {}], image1: ["IMAGE", {}], image2: ["IMAGE", {}], image3: ["IMAGE", {}] },
      outputs: ["CONDITIONING"],
    },
    /** The first image of TextEncodeQwenImageEditPlus becomes the source image of the sampling; the other images have no effect. */
    execute: ({ clip, prompt, vae, image1, image2, image3 }) => ({
      outputs: [instruction(prompt, clip, vae, [image1, image2, image3])],
    }),
  },
];
