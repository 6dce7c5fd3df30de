// Batches of images and masks: the same operation on each.
import { PythonError, type Raster } from "@pictor/images";
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";

/** Every image of an IMAGE, changed. */
export const mapImages = (image: unknown, change: (raster: Raster) => Raster): ImageBatch => ({
  rasters: (image as ImageBatch).rasters.map(change),
});

/** The masks, as real nodes reshape them first: for masks without a point that raises. `more`: other dimensions. */
export function reshapedMasks(mask: unknown, more: "" | "1, " = ""): readonly Raster[] {
  const { masks } = mask as MaskBatch;
  const empty = masks.find(({ width, height }) => width * height === 0);
  if (empty === undefined) return masks;
  const shape = `[-1, ${more}${empty.height}, ${empty.width}]`;
  throw new PythonError(
    "RuntimeError",
    `cannot reshape tensor of 0 elements into shape ${shape} because the unspecified dimension size -1 can be ` +
      "any value and is ambiguous",
  );
}
