// The formats that the library supports, and what the header of an image file declares.

import type { ImageFormat, Size } from "@pictor/images/formats";

/** Formats whose metadata is read, but not written. */
export type ReadFormat = ImageFormat | "avif" | "mp4" | "webm" | "flac";

export type { ImageFormat, Size };

/** Size of an image, and whether the file holds an animation. */
export interface ImageHeader extends Size {
  readonly isAnimated: boolean;
}
