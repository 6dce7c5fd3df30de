// What of the gallery lies above all views: an image, two images, or an image that was dropped.

import type { Picture } from "@pictor/client";
import { signal } from "@preact/signals";

export type GalleryOverlay =
  | { readonly kind: "viewer" }
  | { readonly kind: "compare"; readonly one: Picture; readonly other: Picture }
  /** An image without settings that could be recalled. */
  | { readonly kind: "dropped"; readonly file: File; readonly reason: string; readonly advice: string };

export const galleryOverlay = signal<GalleryOverlay | undefined>(undefined);

export const closeOverlay = (): void => {
  galleryOverlay.value = undefined;
};
