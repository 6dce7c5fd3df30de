// The encoder: from pixels to a latent. Its colour channels are the local colours; it has no scene, so the decoder
// shows the picture itself until a sampler has painted over it.
import { cropped, type Raster, withChannels } from "@pictor/images";
import { coloursToChannels } from "./color-channels.js";
import { blockLength, PIXELS_PER_CELL, type LatentBatch } from "./latent.js";
import type { ImageBatch, Vae } from "./node-values.js";

/** Sides are cut to multiples of 8 around the centre, as the real server does. */
export function encode({ pictures }: ImageBatch, { contrast }: Vae): LatentBatch {
  return encodePictures(
    pictures.map((picture) => untoned(withChannels(cutToCells(picture), 3), contrast)),
    pictures.map((_, i) => i),
  );
}

/** A latent batch that shows exactly these pictures; sides are multiples of 8. */
export function encodePictures(pictures: readonly Raster[], batchIndex: readonly number[]): LatentBatch {
  const { width = 0, height = 0 } = pictures[0] ?? {};
  const size = { width: width / PIXELS_PER_CELL, height: height / PIXELS_PER_CELL };
  const length = blockLength(size);
  const samples = new Float32Array(length * pictures.length);
  pictures.forEach((picture, i) => {
    samples.set(coloursToChannels(cellColours(picture), size.width * size.height), i * length);
  });
  return { ...size, samples, batchIndex, pictures };
}

export function cutToCells(picture: Raster): Raster {
  const { width, height } = picture;
  const [x, y] = [width % PIXELS_PER_CELL, height % PIXELS_PER_CELL];
  if (x === 0 && y === 0) return picture;
  return cropped(picture, { x: x >> 1, y: y >> 1, width: width - x, height: height - y });
}

const untoned = (picture: Raster, contrast: number): Raster =>
  contrast === 1
    ? picture
    : { ...picture, values: picture.values.map((value) => 0.5 + (value - 0.5) / contrast) };

/** Mean colour of each cell, interleaved. */
export function cellColours({ width, height, channels, values }: Raster): Float32Array {
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
