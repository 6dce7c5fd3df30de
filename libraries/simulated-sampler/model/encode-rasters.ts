// The VAE encoder. The color channels of its latents are the mean colors of the cells, the scene channel is empty. The batch
// keeps the images themselves, so that it decodes to them until a sampler changes the latent.
import { cropRaster, type Raster, withChannels } from "@pictor/images";
import { colorsToChannels } from "./color-channels.js";
import { blockLength, PIXELS_PER_CELL, type LatentBatch } from "./latent.js";
import type { ImageBatch, Vae } from "./node-values.js";

/** Crops the sides to multiples of 8 around the center, as a real server does. */
export function encodeImages({ rasters }: ImageBatch, { contrast }: Vae): LatentBatch {
  return encodeRasters(
    rasters.map((raster) => removeContrast(withChannels(cropToCells(raster), 3), contrast)),
    rasters.map((_, i) => i),
  );
}

/** The sides of the rasters must be multiples of 8. */
export function encodeRasters(rasters: readonly Raster[], batchIndex: readonly number[]): LatentBatch {
  const { width = 0, height = 0 } = rasters[0] ?? {};
  const size = { width: width / PIXELS_PER_CELL, height: height / PIXELS_PER_CELL };
  const length = blockLength(size);
  const samples = new Float32Array(length * rasters.length);
  rasters.forEach((raster, i) =>
    samples.set(colorsToChannels(cellColors(raster), size.width * size.height), i * length),
  );
  return { ...size, samples, batchIndex, rasters };
}

export function cropToCells(raster: Raster): Raster {
  const { width, height } = raster;
  const [x, y] = [width % PIXELS_PER_CELL, height % PIXELS_PER_CELL];
  if (x === 0 && y === 0) return raster;
  return cropRaster(raster, { x: x >> 1, y: y >> 1, width: width - x, height: height - y });
}

const removeContrast = (raster: Raster, contrast: number): Raster =>
  contrast === 1
    ? raster
    : { ...raster, values: raster.values.map((value) => 0.5 + (value - 0.5) / contrast) };

/** Mean color of each cell, interleaved. */
export function cellColors({ width, height, channels, values }: Raster): Float32Array {
  const columns = width / PIXELS_PER_CELL;
  const sums = new Float32Array((columns * height * 3) / PIXELS_PER_CELL);
  for (let y = 0; y < height; y += 1) {
    const line = (y >> 3) * columns;
    for (let x = 0; x < width; x += 1) {
      const cell = (line + (x >> 3)) * 3;
      const pixel = (y * width + x) * channels;
      for (let c = 0; c < 3; c += 1) {
        sums[cell + c] = (sums[cell + c] as number) + (values[pixel + c] as number);
      }
    }
  }
  return sums.map((sum) => sum / (PIXELS_PER_CELL * PIXELS_PER_CELL));
}
