// Operations on batches of images and masks.
import { PythonError } from "@pictor/comfyui-graph";
import type { Raster } from "@pictor/images";
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";

/** The rasters of an IMAGE. */
export const rastersOf = (image: unknown): readonly Raster[] => (image as ImageBatch).rasters;

/** The first raster of an IMAGE. All rasters of an IMAGE have the same size. */
export const firstRaster = (image: unknown): Raster => rastersOf(image)[0] as Raster;

/** The rasters of a MASK. */
export const masksOf = (mask: unknown): readonly Raster[] => (mask as MaskBatch).masks;

/** Red, green and blue of a color such as 0xff8000. */
export const colorParts = (color: unknown): readonly number[] =>
  [16, 8, 0].map((bits) => (Number(color) >> bits) & 0xff);

/** Changes every raster of an IMAGE. */
export const mapImages = (image: unknown, change: (raster: Raster) => Raster): ImageBatch => ({
  rasters: rastersOf(image).map(change),
});

/**
 * The rasters of a MASK. An empty mask throws the PythonError of `reshape`, whose message contains the shape `[-1,
 * <more><height>, <width>]`.
 */
export function reshapedMasks(mask: unknown, more: "" | "1, " = ""): readonly Raster[] {
  const masks = masksOf(mask);
  const empty = masks.find(({ width, height }) => width * height === 0);
  if (empty === undefined) return masks;
  const shape = `[-1, ${more}${empty.height}, ${empty.width}]`;
  throw new PythonError(
    "RuntimeError",
    `cannot reshape tensor of 0 elements into shape ${shape} because the unspecified dimension size -1 can be ` +
      "any value and is ambiguous",
  );
}
