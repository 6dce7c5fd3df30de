// Reads, writes and transforms raster images: PNG, JPEG and WebP, with the semantics of PIL and PyTorch.

export { decodeImage } from "./codecs/decode-image.js";
export { imageFormatOf } from "./formats/format.js";
export { encodeJpeg } from "./codecs/jpeg-codec.js";
export { encodeWebp, encodeWebpAnimation } from "./codecs/encode-webp.js";
export { encodeExifTexts } from "./codecs/exif.js";
export { type RgbaImage, rgbBytes, UnidentifiedImageError, ImageDecodeError } from "./codecs/byte-images.js";
export { readPngTextChunks } from "./formats/png-chunks.js";
export { readRiffChunks } from "./formats/riff.js";
export { encodePng, encodePngAnimation } from "./codecs/encode-png.js";
export { upscaleRaster } from "./raster/upscale.js";
export { gaussianWeights, convolveRaster, sharpenRaster } from "./raster/filters.js";
export {
  blankRaster,
  type Box,
  extractChannel,
  type InterruptCheck,
  cropRaster,
  toRaster,
  mapValues,
  pasteRaster,
  type Raster,
  toRgb,
  toRgba,
  withChannels,
} from "./raster/raster.js";
export {
  cropToAspect,
  imageMethods,
  type ResampleMethod,
  resizeRaster,
  resizeToFill,
  roundHalfEven,
} from "./raster/resample.js";
export { shrinkImage } from "./raster/shrink.js";
export { stitchRasters } from "./raster/stitch.js";
export { flipRaster, rotateRaster } from "./raster/flip-and-rotate.js";
