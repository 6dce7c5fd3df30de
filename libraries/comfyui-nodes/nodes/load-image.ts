// Nodes that read pictures from the server's folders.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { systemCode } from "@pictor/kernel/plugin";
import {
  existingFile,
  type NodeDefinition,
  type NodeFolders,
  type NodeResult,
  repr,
} from "@pictor/comfyui-graph";
import {
  blank,
  decodePicture,
  fromBytes,
  mapValues,
  PythonError,
  type Raster,
  type RgbaPicture,
  rgbBytes,
  UnknownPictureError,
  UnreadablePictureError,
} from "@pictor/images";
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";

interface Found {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Throws what Python would. */
function read(name: unknown, folders: NodeFolders): Found {
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

/** Throws what PIL would; it words what is wrong with a broken file in many ways. */
function open(name: unknown, folders: NodeFolders): RgbaPicture {
  const { path, bytes } = read(name, folders);
  try {
    return decodePicture(bytes);
  } catch (error) {
    if (error instanceof UnknownPictureError) {
      throw new PythonError("PIL.UnidentifiedImageError", `cannot identify image file ${repr(path)}`);
    }
    throw error instanceof UnreadablePictureError ? new PythonError("OSError", error.message) : error;
  }
}

/** The content of the file, so that a picture that was replaced is read again. */
const fingerprint: NodeDefinition["fingerprint"] = ({ image }, folders) => {
  try {
    return createHash("sha256").update(read(image, folders).bytes).digest("hex");
  } catch {
    return "missing";
  }
};

/** One channel of the file as numbers. */
const channel = ({ width, height, rgba }: RgbaPicture, index: number): Raster =>
  mapValues(blank(width, height, 1), (_, i) => (rgba[i * 4 + index] as number) / 255);

const transparency = (picture: RgbaPicture): Raster => mapValues(channel(picture, 3), (value) => 1 - value);

function load(
  { image }: Readonly<Record<string, unknown>>,
  { folders }: { folders: NodeFolders },
): NodeResult {
  const picture = open(image, folders);
  const { width, height } = picture;
  const pictures = [fromBytes({ width, height, pixels: rgbBytes(picture) })];
  const masks = [picture.hasAlpha ? transparency(picture) : blank(64, 64, 1)];
  return { outputs: [{ pictures } satisfies ImageBatch, { masks } satisfies MaskBatch] };
}

export const loadPictureNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "LoadImage",
      displayName: "Load Image",
      category: "image",
      pythonModule: "nodes",
      required: { image: [[], { image_upload: true }] },
      outputs: ["IMAGE", "MASK"],
      files: { image: "input pictures" },
    },
    /** Of an animation the first frame. Without alpha the mask is 64 by 64 zeros. */
    execute: load,
    fingerprint,
  },
  {
    signature: {
      name: "LoadImageOutput",
      displayName: "Load Image (from Outputs)",
      category: "image",
      pythonModule: "nodes",
      required: {
        image: [
          "COMBO",
          {
            image_upload: true,
            image_folder: "output",
            remote: { route: "/internal/files/output", refresh_button: true, control_after_refresh: "first" },
          },
        ],
      },
      outputs: ["IMAGE", "MASK"],
      files: { image: "output pictures" },
      experimental: true,
    },
    execute: load,
    fingerprint,
  },
  {
    signature: {
      name: "LoadImageMask",
      displayName: "Load Image (as Mask)",
      category: "mask",
      pythonModule: "nodes",
      required: { image: [[], { image_upload: true }], channel: [["alpha", "red", "green", "blue"]] },
      outputs: ["MASK"],
      files: { image: "input files" },
    },
    execute({ image, channel: name }, { folders }) {
      const picture = open(image, folders);
      const index = ["red", "green", "blue", "alpha"].indexOf(name as string);
      const masks = [index === 3 ? transparency(picture) : channel(picture, index)];
      return { outputs: [{ masks } satisfies MaskBatch] };
    },
    fingerprint,
  },
];
