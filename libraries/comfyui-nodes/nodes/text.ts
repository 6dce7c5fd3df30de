// Text encoder nodes of the different model families, and CLIP skip.
import { type Clip, type Conditioning, encodeText, type ImageBatch } from "@pictor/simulated-sampler";
import type { NodeFunctions } from "./node-functions.js";

const encoded = (text: string, clip: unknown, guidance?: number): Conditioning => [
  { ...encodeText(text, clip as Clip), ...(guidance === undefined ? {} : { guidance }) },
];

/** Joins the texts of several encoders, without duplicates. */
const joined = (...texts: readonly unknown[]): string =>
  [...new Set((texts as string[]).map((text) => text.trim()))].filter((text) => text !== "").join(", ");

/** Encodes an edit instruction with reference images. Without a VAE, the images have no effect. */
function instruction(prompt: unknown, clip: unknown, vae: unknown, images: readonly unknown[]): Conditioning {
  const references = images.flatMap((image) => (image as ImageBatch | undefined)?.rasters.slice(0, 1) ?? []);
  const entries = encoded(prompt as string, clip);
  const hasNone = vae === undefined || references.length === 0;
  return hasNone ? entries : entries.map((entry) => ({ ...entry, references }));
}

export const textNodes: NodeFunctions = {
  CLIPTextEncode: ({ text, clip }) => [encoded(text as string, clip)],
  CLIPSetLastLayer: ({ clip, stop_at_clip_layer }) => [
    { ...(clip as Clip), lastLayer: stop_at_clip_layer as number } satisfies Clip,
  ],
  /** CLIPTextEncodeSDXL ignores the sizes and the crop. */
  CLIPTextEncodeSDXL: ({ clip, text_g, text_l }) => [encoded(joined(text_g, text_l), clip)],
  /** CLIPTextEncodeSDXLRefiner ignores the score and the size. */
  CLIPTextEncodeSDXLRefiner: ({ clip, text }) => [encoded(text as string, clip)],
  CLIPTextEncodeSD3: ({ clip, clip_l, clip_g, t5xxl }) => [encoded(joined(clip_l, clip_g, t5xxl), clip)],
  CLIPTextEncodeFlux: ({ clip, clip_l, t5xxl, guidance }) => [
    encoded(joined(clip_l, t5xxl), clip, guidance as number),
  ],
  CLIPTextEncodeHiDream: ({ clip, clip_l, clip_g, t5xxl, llama }) => [
    encoded(joined(clip_l, clip_g, t5xxl, llama), clip),
  ],
  /** The image of TextEncodeQwenImageEdit becomes the source image of the sampling. */
  TextEncodeQwenImageEdit: ({ clip, prompt, vae, image }) => [instruction(prompt, clip, vae, [image])],
  /** The first image of TextEncodeQwenImageEditPlus becomes the source image of the sampling; the other images have no effect. */
  TextEncodeQwenImageEditPlus: ({ clip, prompt, vae, image1, image2, image3 }) => [
    instruction(prompt, clip, vae, [image1, image2, image3]),
  ],
};
