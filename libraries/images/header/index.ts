// @pictor/images/header: what the first bytes of an image file say about it. Loads no codec.

export { boxesIn, boxesOfMeta, boxHeaderOf, findBox, type Box, type BoxHeader } from "./boxes.js";
export { sizeOfMeta } from "./avif.js";
export { imageFileFormatOf, signatureBytes } from "./format.js";
export { isFrameMarker, sizeOfFrame } from "./jpeg.js";
export { exifPrefix, orientationOf, withoutExifPrefix } from "./orientation.js";
export { sizeOfIhdr } from "./png.js";
export {
  imageHeaderOf,
  readImageHeader,
  streamedImageHeader,
  type ImageHeader,
} from "./read-image-header.js";
export { uprightSize, type Size } from "./size.js";
export { webpImageBytes, webpImageOf, type WebpImage } from "./webp.js";
