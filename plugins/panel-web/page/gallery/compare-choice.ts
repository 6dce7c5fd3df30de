// Chooses the two images that are compared.

import type { Picture } from "@pictor/client";
import { listing, selection } from "./gallery-state.js";
import { indexOf } from "./listing.js";
import { openImageDialog } from "./open-image-dialog.js";
import { showToast } from "../parts/toasts.js";

function compare(one: Picture | undefined, other: Picture | undefined): void {
  if (one === undefined || other === undefined) showToast("There is no second image to compare with.");
  else openImageDialog(({ Compare }) => Compare, { one, other });
}

/** Compares an image with the one that was made before it; the oldest image with the next one. */
export function compareWith(picture: Picture): void {
  const { entries } = listing.value;
  const position = indexOf(listing.value, picture.id) ?? 0;
  compare(picture, entries.get(position + 1) ?? entries.get(position - 1));
}

/**
 * Compares the two selected images. If one is selected, compares the active image with it; otherwise compares as
 * `compareWith` does.
 */
export function compareChosen(active: Picture | undefined): void {
  const { entries } = listing.value;
  const chosen = [...entries.values()].filter(({ id }) => selection.value.ids.has(id));
  const [first, second] = chosen;
  if (chosen.length === 2) compare(first, second);
  else if (chosen.length === 1 && active !== undefined && first?.id !== active.id) compare(first, active);
  else if (active !== undefined) compareWith(active);
}
