// The VAE encoder. The color channels of its latents are the mean colors of the cells, the code of the scene is empty. The
// batch keeps the images themselves, so that it decodes to them until a sampler changes the latent.
import { cropRaster, mapValues, type Raster, resizeRaster, withChannels } from "@pictor/images";
import type { ImageBatch, Vae } from "../values/node-values.js";
import { CHANNELS, colorToChannel, PIXELS_PER_CELL, type LatentBatch } from "./latent.js";

/** Crops the sides to multiples of 8 around the center, as a real server does. */
export const encodeImages = ({ rasters }: ImageBatch, { contrast }: Vae): LatentBatch =>
  encodeRasters(
    rasters.map((raster) =>
      mapValues(withChannels(cropToCells(raster), 3), (value) => 0.5 + (value - 0.5) / contrast),
    ),
    rasters.map((_, i) => i),
  );

/** The sides of the rasters must be multiples of 8. */
export function encodeRasters(rasters: readonly Raster[], batchIndex: readonly number[]): LatentBatch {
  const samples = rasters.map(encodeRaster);
  const { width = 0, height = 0 } = samples[0] ?? {};
  return { width, height, samples, batchIndex, rasters };
}

export function encodeRaster(raster: Raster): Raster {
  const { width, height, values } = meanOfCells(raster);
  const cells = new Float32Array(width * height * CHANNELS);
  for (let i = 0; i < values.length; i += 1)
    cells[Math.trunc(i / 3) * CHANNELS + (i % 3)] = colorToChannel(values[i] as number);
  return { width, height, channels: CHANNELS, values: cells };
}

export const meanOfCells = (raster: Raster): Raster =>
  resizeRaster(raster, raster.width / PIXELS_PER_CELL, raster.height / PIXELS_PER_CELL, "area");

export function cropToCells(raster: Raster): Raster {
  const { width, height } = raster;
  const [x, y] = [width % PIXELS_PER_CELL, height % PIXELS_PER_CELL];
  if (x === 0 && y === 0) return raster;
  return cropRaster(raster, { x: x >> 1, y: y >> 1, width: width - x, height: height - y });
}
