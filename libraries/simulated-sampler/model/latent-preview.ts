// Previews: the color channels of a latent as an image, without the decoder.
import { resizeRaster, type RgbaImage, toRgba } from "@pictor/images";
import { channelsToColors } from "./color-channels.js";
import { blockAt, type LatentBatch } from "./latent.js";

/** Longest side of a preview in pixels, at every size of the latent. */
const LONGEST_SIDE = 512;

/** The first image of a batch, scaled with bilinear interpolation until its longest side is 512 pixels. */
export function latentPreview(latents: LatentBatch): RgbaImage {
  const { width, height } = latents;
  const scale = LONGEST_SIDE / Math.max(width, height);
  const side = (cells: number): number => Math.max(1, Math.round(cells * scale));
  const values = channelsToColors(blockAt(latents, 0), width * height);
  const cells = {
    width,
    height,
    channels: 3,
    values: values.map((value) => Math.min(Math.max(value, 0), 1)),
  };
  return toRgba(resizeRaster(cells, side(width), side(height), "bilinear"));
}
