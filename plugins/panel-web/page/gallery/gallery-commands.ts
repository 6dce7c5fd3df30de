// Commands of the gallery for keys and for the palette.

import type { Picture } from "@pictor/client";
import { useCommands } from "../shell/commands.js";
import { isDialogOpen } from "../shell/open-dialog.js";
import { moveToTrash, restore, star, useSettings } from "./actions.js";
import { compareChosen, compareWith } from "./compare-choice.js";
import { searchId } from "./filters.js";
import { activePicture, filter, listing, selection } from "./gallery-state.js";
import { walkTo } from "./listing.js";
import { openImageDialog } from "./open-image-dialog.js";

/** Class of the list of images. */
export const gridClass = "grid-scroller";

/**
 * Whether a key press is meant for the gallery: the gallery has the focus, or nothing has it. A command of the palette
 * is always meant for the gallery.
 */
function isMeant(): boolean {
  const focused = document.activeElement;
  return (
    isDialogOpen() ||
    focused === null ||
    focused === document.body ||
    focused.matches("main") ||
    focused.closest(`.${gridClass}`) !== null
  );
}

/** The selected images, or the active one. */
function chosenIds(active: Picture): readonly string[] {
  return selection.value.ids.size > 0 ? [...selection.value.ids] : [active.id];
}

export const openViewer = (): void => openImageDialog(({ Viewer }) => Viewer, { onCompare: compareWith });

export function useGalleryCommands(): void {
  const isAvailable = (): boolean => activePicture.value !== undefined && isMeant();
  const withActive = (run: (picture: Picture) => void) => ({
    isAvailable,
    run: () => {
      const picture = activePicture.value;
      if (picture !== undefined) run(picture);
    },
  });
  const walk = (step: number) => ({
    isAvailable,
    run: () => {
      document.querySelector<HTMLElement>(`.${gridClass}`)?.focus();
      listing.value = walkTo(listing.value, listing.value.active + step);
    },
  });
  useCommands([
    {
      id: "gallery.search",
      title: "Search images",
      keys: "/",
      run: () => document.getElementById(searchId)?.focus(),
    },
    { id: "gallery.next", title: "Next image", keys: "ArrowRight", ...walk(1) },
    { id: "gallery.previous", title: "Previous image", keys: "ArrowLeft", ...walk(-1) },
    { id: "gallery.open", title: "Open the image", keys: " ", ...withActive(openViewer) },
    {
      id: "gallery.star",
      title: "Star the image",
      keys: "s",
      ...withActive((picture) => star(chosenIds(picture), !picture.starred)),
    },
    {
      id: "gallery.trash",
      title: "Move the image to the trash",
      keys: "Delete",
      ...withActive((picture) => {
        const ids = chosenIds(picture);
        (filter.value.deleted ? restore : moveToTrash)(ids);
      }),
    },
    { id: "gallery.compare", title: "Compare two images", keys: "c", ...withActive(compareChosen) },
    { id: "gallery.recall", title: "Use the settings of the image", keys: "r", ...withActive(useSettings) },
  ]);
}
