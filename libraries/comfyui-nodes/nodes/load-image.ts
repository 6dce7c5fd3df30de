// Nodes that load images from the input and output folders.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { systemCode } from "@pictor/kernel/plugin";
import {
  existingFile,
  type NodeDefinition,
  type NodeFolders,
  PythonError,
  repr,
} from "@pictor/comfyui-graph";
import {
  blankRaster,
  decodeImage,
  toRaster,
  mapValues,
  type Raster,
  type RgbaImage,
  rgbBytes,
  UnidentifiedImageError,
  ImageDecodeError,
} from "@pictor/images";
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

interface ImageFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Reads an image file. Throws a PythonError for a missing file or a folder. */
function readImageFile(name: unknown, folders: NodeFolders): ImageFile {
  const path = existingFile(String(name), folders);
  const missing = (): PythonError =>
    new PythonError("FileNotFoundError", `[Errno 2] No such file or directory: ${repr(path ?? name)}`);
  if (path === undefined) throw missing();
  try {
    return { path, bytes: readFileSync(path) };
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") throw missing();
    if (code === "EISDIR")
      throw new PythonError("IsADirectoryError", `[Errno 21] Is a directory: ${repr(path)}`);
    throw error;
  }
}

/**
 * Decodes an image file. Throws a PythonError with the exception class of PIL; the messages for broken files differ
 * from PIL's.
 */
function decodeImageFile(name: unknown, folders: NodeFolders): RgbaImage {
  const { path, bytes } = readImageFile(name, folders);
  try {
    return decodeImage(bytes);
  } catch (error) {
    if (error instanceof UnidentifiedImageError) {
      throw new PythonError("PIL.UnidentifiedImageError", `cannot identify image file ${repr(path)}`);
    }
    throw error instanceof ImageDecodeError ? new PythonError("OSError", error.message) : error;
  }
}

/** Returns a hash of the file, so that a replaced image is loaded again. */
const fingerprint: NodeDefinition["fingerprint"] = ({ image }, folders) => {
  try {
    return createHash("sha256").update(readImageFile(image, folders).bytes).digest("hex");
  } catch {
    return "missing";
  }
};

/** Returns a channel of the image as a mask. */
const readChannel = ({ width, height, rgba }: RgbaImage, index: number): Raster =>
  mapValues(blankRaster(width, height, 1), (_, i) => (rgba[i * 4 + index] as number) / 255);

const transparency = (decoded: RgbaImage): Raster => mapValues(readChannel(decoded, 3), (value) => 1 - value);

const loadImage: NodeFunction = ({ image }, { folders }) => {
  const decoded = decodeImageFile(image, folders);
  const { width, height } = decoded;
  const rasters = [toRaster({ width, height, pixels: rgbBytes(decoded) })];
  const masks = [decoded.hasAlpha ? transparency(decoded) : blankRaster(64, 64, 1)];
  return [{ rasters } satisfies ImageBatch, { masks } satisfies MaskBatch];
};

export const loadImageNodes: NodeFunctions = {
  /** LoadImage loads the first frame of an animation. For an image without alpha, the mask is 64 by 64 zeros. */
  LoadImage: { execute: loadImage, fingerprint, files: { image: "input images" } },
  LoadImageOutput: { execute: loadImage, fingerprint, files: { image: "output images" } },
  LoadImageMask: {
    execute({ image, channel: name }, { folders }) {
      const decoded = decodeImageFile(image, folders);
      const index = ["red", "green", "blue", "alpha"].indexOf(name as string);
      const masks = [index === 3 ? transparency(decoded) : readChannel(decoded, index)];
      return [{ masks } satisfies MaskBatch];
    },
    fingerprint,
    files: { image: "input files" },
  },
};
