// The open dialog: one image of the gallery, two images, a result of the stage, or a file that was dropped.

import type { Job, Picture } from "@pictor/client";
import type { ComponentChildren } from "preact";
import { signal } from "@preact/signals";
import type { ShownError } from "../api/errors.js";

export type GalleryOverlay =
  | { readonly kind: "viewer" }
  | { readonly kind: "result"; readonly job: Job; readonly index: number }
  | { readonly kind: "compare"; readonly one: Picture; readonly other: Picture }
  /** A dropped file with which nothing can be done. */
  | { readonly kind: "refused"; readonly error: ShownError }
  /** A dropped image without settings. */
  | { readonly kind: "dropped"; readonly file: File; readonly error: ShownError };

export const galleryOverlay = signal<GalleryOverlay | undefined>(undefined);

export const closeOverlay = (): void => {
  galleryOverlay.value = undefined;
};

/** The mask editor while it is open. It belongs to the page, because ids are unique only within what is rendered together. */
export const maskDialog = signal<ComponentChildren>(undefined);
