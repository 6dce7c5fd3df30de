// The VAE decoder. Latents that were encoded from images, and not sampled since, decode to exactly these images; video
// latents decode to frames.
import { type InterruptCheck, toRaster } from "@pictor/images";
import { decodeBlock, applyContrast } from "./decode-block.js";
import { decodeVideo } from "./video-frames.js";
import type { LatentBatch } from "./latent.js";
import type { ImageBatch, Vae } from "./node-values.js";

/** The images of a batch; for video latents, the frames of all videos in order. */
export function decodeLatents(
  latents: LatentBatch,
  vae: Vae,
  check: InterruptCheck = () => undefined,
): ImageBatch {
  const { rasters, video } = latents;
  if (video)
    return { rasters: latents.batchIndex.flatMap((_, i) => decodeVideo(latents, video, i, vae, check)) };
  const shown = latents.noisyFrom === undefined ? rasters : undefined;
  return {
    rasters: latents.batchIndex.map((_, i) => {
      check();
      return shown?.[i] ? applyContrast(shown[i], vae) : toRaster(decodeBlock(latents, i, vae));
    }),
  };
}
