// The gallery: the saved images of the machine, newest first.

import { useEffect } from "preact/hooks";
import { workflows } from "../api/catalog.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { ErrorNote } from "../parts/error-note.js";
import { imageAction } from "./actions.js";
import { Filters } from "./filters.js";
import { isFiltered } from "./filter.js";
import { filter, isLoading, listing, loadError, openGallery, reload, selection } from "./gallery-state.js";
import { useGalleryCommands } from "./gallery-commands.js";
import { Grid } from "./grid.js";
import { SelectionBar } from "./selection-bar.js";

/** The note that is shown when there is no image. */
function EmptyNote() {
  if (isFiltered(filter.value)) return <p class="gallery-empty muted">No image matches.</p>;
  if (filter.value.deleted) return <p class="gallery-empty muted">The trash is empty.</p>;
  return (
    <p class="gallery-empty muted">
      Images that you generate appear here, also those of the command line. Drop an image anywhere to get its
      settings back.
    </p>
  );
}

export function Gallery() {
  useEffect(() => {
    openGallery();
    void workflows.need();
  }, []);
  useGalleryCommands();
  const { total } = listing.value;
  return (
    <section class="gallery column" aria-labelledby="gallery-title">
      <div class="gallery-head stack near">
        <div class="row">
          <h2 id="gallery-title" class="grow">
            {filter.value.deleted ? "Trash" : "Gallery"}
          </h2>
          <span class="muted" role="status" aria-label="Number of images">
            {total?.toLocaleString("en") ?? ""}
          </span>
        </div>
        <Filters />
      </div>
      <ErrorNote error={loadError.value} onRetry={() => void reload()} />
      <AttemptNote of={imageAction} />
      {total === 0 ? <EmptyNote /> : <Grid />}
      {total === undefined && isLoading.value && <p class="gallery-empty muted late">Reading the images…</p>}
      {selection.value.ids.size > 0 && <SelectionBar />}
      {filter.value.deleted && total !== 0 && selection.value.ids.size === 0 && (
        <p class="foot small muted">Select images to restore them.</p>
      )}
    </section>
  );
}
