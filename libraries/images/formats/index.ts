// @pictor/images/formats: the formats of image files, their headers, and the containers in them. Loads no codec.

export { boxesIn, boxesOfMeta, boxHeaderOf, findBox, type Box, type BoxHeader } from "./boxes.js";
export { sizeOfMeta } from "./avif.js";
export { imageFileFormatOf, imageFormatOf, type ImageFormat } from "./format.js";
export { isFrameMarker, sizeOfFrame } from "./jpeg.js";
export { exifPrefix, orientationOf, withoutExifPrefix } from "./orientation.js";
export { sizeOfIhdr } from "./png.js";
export { paeth } from "./paeth.js";
export { pngChunk, pngSignature } from "./png-chunks.js";
export { riffChunk, riffChunkHeader, riffFile, riffHeader } from "./riff.js";
export {
  imageHeaderOf,
  readImageHeader,
  streamedImageHeader,
  type ImageHeader,
} from "./read-image-header.js";
export { uprightSize, type Size } from "./size.js";
export { webpImageBytes, webpImageOf, type WebpImage } from "./webp.js";
