// What an image says about itself: the text with its settings, and the values that Pictor's record has.

import { readImageMetadata, type ImageMetadata } from "@pictor/image-metadata";

/** The bytes as a source that readers of files take. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** The metadata of an image; undefined for a file that cannot be read. */
export async function metadataOf(bytes: Uint8Array): Promise<ImageMetadata | undefined> {
  try {
    return await readImageMetadata(oneChunk(bytes));
  } catch {
    return undefined;
  }
}
