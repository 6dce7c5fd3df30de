// Latent batches: four channels at an eighth of the picture's size, as Stable Diffusion 1.x has them.

export const CHANNELS = 4;
/** Pixels per latent cell, both ways. */
export const PIXELS_PER_CELL = 8;

export interface LatentBatch {
  /** Cells. */
  readonly width: number;
  readonly height: number;
  /** One `[4, height, width]` block per picture, one after the other. */
  readonly samples: Float32Array;
  /** Which picture of the original batch each block is: it keeps its own noise. */
  readonly batchIndex: readonly number[];
}

/** Numbers in one picture's block. */
export const blockLength = ({ width, height }: Pick<LatentBatch, "width" | "height">): number =>
  CHANNELS * width * height;

export function emptyLatents(width: number, height: number, count: number): LatentBatch {
  const size = { width: Math.trunc(width / PIXELS_PER_CELL), height: Math.trunc(height / PIXELS_PER_CELL) };
  const batchIndex = Array.from({ length: count }, (_, i) => i);
  return { ...size, samples: new Float32Array(blockLength(size) * count), batchIndex };
}

/** The block of one picture; shares memory with the batch. */
export function block(latents: LatentBatch, index: number): Float32Array {
  const length = blockLength(latents);
  return latents.samples.subarray(index * length, (index + 1) * length);
}
