// Reads, writes and transforms raster images: PNG, JPEG and WebP, with the semantics of PIL and PyTorch.

export { decodePicture, formatOf } from "./codecs/decode-image.js";
export { encodeJpeg, encodeJpegPlanes, type JpegPlanes } from "./codecs/encode-jpeg.js";
export { encodeWebp, encodeWebpAnimation, readChunks } from "./codecs/encode-webp.js";
export { exifTexts } from "./codecs/exif.js";
export {
  type Picture,
  type RgbaPicture,
  rgbBytes,
  UnknownPictureError,
  UnreadablePictureError,
} from "./codecs/byte-images.js";
export { pngTextsOf } from "./codecs/read-png-texts.js";
export { encodePng, encodePngAnimation } from "./codecs/encode-png.js";
export { PythonError } from "./python-error.js";
export { enlarged } from "./raster/enlarge.js";
export { bell, convolved, edges, sharpened } from "./raster/filters.js";
export { feathered, grown } from "./raster/masks.js";
export { quantized } from "./raster/quantize.js";
export {
  blank,
  type Box,
  channelOf,
  type Check,
  cropped,
  fromBytes,
  mapValues,
  pasted,
  type Raster,
  toBytes,
  toRgba,
  withChannels,
} from "./raster/raster.js";
export {
  centreCut,
  imageMethods,
  type ResampleMethod,
  resized,
  resizedToFill,
  roundHalfEven,
} from "./raster/resample.js";
export { type LatentMethod, latentMethods, resizedCells } from "./raster/resample-latents.js";
export { stitched } from "./raster/stitch.js";
export { flipped, turned } from "./raster/flip-and-rotate.js";
