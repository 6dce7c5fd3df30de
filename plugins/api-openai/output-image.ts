// The bytes of an output in the format that the request asks for, with the metadata that say how the image was made.

import { bytesOnce } from "@pictor/kernel/plugin";
import { readImageMetadata, writeImageMetadata } from "@pictor/image-metadata";
import { decodeImage, encodeJpeg, encodePng, encodeWebp, imageFormatOf } from "@pictor/images";
import type { OutputFormat, ReplyOptions } from "./reply-options.js";

export interface OutputImage {
  readonly bytes: Uint8Array;
  readonly format: string;
}

function encode(bytes: Uint8Array, format: OutputFormat, quality: number): Buffer {
  const image = decodeImage(bytes);
  if (format === "jpeg") return encodeJpeg(image, quality);
  return format === "webp" ? encodeWebp(image, { quality }) : encodePng(image);
}

/** Copies Pictor's metadata from one image to another; images without any stay as they are. */
async function withMetadataOf(original: Uint8Array, encoded: Uint8Array): Promise<Uint8Array> {
  const { record, parameters = "" } = await readImageMetadata(bytesOnce(original));
  if (record === undefined) return encoded;
  const pieces: Uint8Array[] = [];
  const written = writeImageMetadata(bytesOnce(encoded), { record, parameters }, () => undefined);
  for await (const piece of written) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** An image that has the format already is not encoded again, unless a quality below 100 is asked for. */
export async function outputImage(
  bytes: Uint8Array,
  { format, quality }: Pick<ReplyOptions, "format" | "quality">,
): Promise<OutputImage> {
  const saved = imageFormatOf(bytes);
  if (format === undefined || (saved === format && quality === 100)) return { bytes, format: saved ?? "png" };
  return { bytes: await withMetadataOf(bytes, encode(bytes, format, quality)), format };
}
