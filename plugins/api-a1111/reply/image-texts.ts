// What an image says about itself: the text with its settings, and the values that Pictor's record has.

import { bytesOnce } from "@pictor/kernel/plugin";
import { readImageMetadata, type ImageMetadata } from "@pictor/image-metadata";

/** The metadata of an image; undefined for a file that cannot be read. */
export async function metadataOf(bytes: Uint8Array): Promise<ImageMetadata | undefined> {
  try {
    return await readImageMetadata(bytesOnce(bytes));
  } catch {
    return undefined;
  }
}
