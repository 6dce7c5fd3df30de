// Operations on batches of images and masks.
import { PythonError, type Raster } from "@pictor/images";
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";

/** Changes every raster of an IMAGE. */
export const mapImages = (image: unknown, change: (raster: Raster) => Raster): ImageBatch => ({
  rasters: (image as ImageBatch).rasters.map(change),
});

/** The rasters of a MASK. Throws the PythonError of `reshape` for empty masks; `more` holds the dimensions between -1 and height. */
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
