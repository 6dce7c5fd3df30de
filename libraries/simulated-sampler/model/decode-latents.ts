// The decoder: from a latent's numbers to pixels. Latents that were encoded from pictures, and not painted over, show
// those pictures; films are decoded frame by frame.
import { type Check, fromBytes } from "@pictor/images";
import { decodeBlock, toned } from "./decode-block.js";
import { filmOf } from "./video-frames.js";
import type { LatentBatch } from "./latent.js";
import type { ImageBatch, Vae } from "./node-values.js";

/** The pictures of a batch; films one after the other. */
export function decode(latents: LatentBatch, vae: Vae, check: Check = () => undefined): ImageBatch {
  const { pictures, video } = latents;
  if (video) return { pictures: latents.batchIndex.flatMap((_, i) => filmOf(latents, video, i, vae, check)) };
  const shown = latents.noisyFrom === undefined ? pictures : undefined;
  return {
    pictures: latents.batchIndex.map((_, i) => {
      check();
      return shown?.[i] ? toned(shown[i], vae) : fromBytes(decodeBlock(latents, i, vae));
    }),
  };
}
