// What an image says about itself: the text with its settings, and the values that Pictor's record has.

import { readImageMetadata, type ImageMetadata } from "@pictor/image-metadata";

/** The metadata of an image; undefined for a file that cannot be read. */
export async function metadataOf(bytes: Uint8Array): Promise<ImageMetadata | undefined> {
  try {
    // eslint-disable-next-line @typescript-eslint/require-await -- the source of the reader is asynchronous
    const source = async function* () {
      yield bytes;
    };
    return await readImageMetadata(source());
  } catch {
    return undefined;
  }
}
