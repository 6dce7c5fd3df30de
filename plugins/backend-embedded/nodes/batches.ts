// Batches of pictures, one after the other.
import type { ImageBatch } from "../model/values.js";
import type { Raster } from "../raster/raster.js";

/** The same change for every picture of an IMAGE. */
export const eachPicture = (image: unknown, change: (picture: Raster) => Raster): ImageBatch => ({
  pictures: (image as ImageBatch).pictures.map(change),
});
