// All node classes by name.
import { basicScheduler, kSamplerSelect, samplerCustom, sdTurboScheduler } from "./custom-sampling.js";
import { kSampler, kSamplerAdvanced } from "./ksampler.js";
import { emptyLatentImage, latentFromBatch, repeatLatentBatch } from "./latents.js";
import { checkpointLoaderSimple, vaeLoader } from "./loaders.js";
import type { NodeDefinition } from "./node.js";
import { previewImage, saveImage, vaeDecode } from "./pictures.js";
import { clipSetLastLayer, clipTextEncode } from "./text.js";

const definitions: readonly NodeDefinition[] = [
  kSampler,
  checkpointLoaderSimple,
  clipTextEncode,
  clipSetLastLayer,
  vaeDecode,
  vaeLoader,
  emptyLatentImage,
  latentFromBatch,
  repeatLatentBatch,
  saveImage,
  previewImage,
  kSamplerAdvanced,
  samplerCustom,
  basicScheduler,
  sdTurboScheduler,
  kSamplerSelect,
];

export const catalog: ReadonlyMap<string, NodeDefinition> = new Map(
  definitions.map((definition) => [definition.signature.name, definition]),
);
