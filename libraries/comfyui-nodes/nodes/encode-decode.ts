// VAE nodes: encode, decode, and latents for inpainting.
import {
  cropToCells,
  decodeLatents,
  encodeImages,
  type ImageBatch,
  type LatentBatch,
  type MaskBatch,
  type Vae,
} from "@pictor/simulated-sampler";
import { mapValues, type Raster, resizeRaster, roundHalfEven } from "@pictor/images";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

/** Decodes latents. The tile options of the tiled nodes have no effect, because the simulated decoder needs little memory. */
const decoded: NodeFunction = ({ samples, vae }, run) => [
  decodeLatents(samples as LatentBatch, vae as Vae, run.check),
];

const encoded: NodeFunction = ({ pixels, vae }) => [encodeImages(pixels as ImageBatch, vae as Vae)];

/** The masks, resized to the size of the images and cropped to whole latent cells. */
const fittedMask = (mask: unknown, { rasters }: ImageBatch): Raster[] => {
  const { width, height } = rasters[0] as Raster;
  return (mask as MaskBatch).masks.map((one) => cropToCells(resizeRaster(one, width, height, "bilinear")));
};

/** Crops the images to whole latent cells and sets masked pixels to gray. */
function grayOutMasked(image: ImageBatch, masks: readonly Raster[]): ImageBatch {
  const rasters = image.rasters.map((raster, index) => {
    const { values } = masks[index % masks.length] as Raster;
    const cut = cropToCells(raster);
    return mapValues(cut, (value, i) =>
      roundHalfEven(values[Math.trunc(i / cut.channels)] as number) === 0 ? value : 0.5,
    );
  });
  return { rasters };
}

export const encodeDecodeNodes: NodeFunctions = {
  VAEDecode: decoded,
  VAEDecodeTiled: decoded,
  VAEEncode: encoded,
  VAEEncodeTiled: encoded,
  /** VAEEncodeForInpaint sets the masked area to gray before encoding. The noise mask does not grow. */
  VAEEncodeForInpaint({ pixels, vae, mask }) {
    const image = pixels as ImageBatch;
    const masks = fittedMask(mask, image);
    const latents = encodeImages(grayOutMasked(image, masks), vae as Vae);
    const rounded = masks.map((one) => mapValues(one, (value) => roundHalfEven(Math.min(value, 1))));
    return [{ ...latents, noiseMask: { masks: rounded } } satisfies LatentBatch];
  },
  /**
   * InpaintModelConditioning returns the conditioning unchanged, because the simulated model needs no masked image in
   * the conditioning.
   */
  InpaintModelConditioning({ positive, negative, pixels, vae, mask, noise_mask }) {
    const latents = encodeImages(pixels as ImageBatch, vae as Vae);
    const masks = fittedMask(mask, pixels as ImageBatch);
    const masked = noise_mask === true ? { ...latents, noiseMask: { masks } } : latents;
    return [positive, negative, masked];
  },
};
