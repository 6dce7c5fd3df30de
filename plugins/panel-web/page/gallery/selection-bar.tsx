// The bar with the actions for the selected images.

import { Button, IconButton } from "../parts/button.js";
import { counted } from "../parts/texts.js";
import { moveToTrash, restore, star } from "./actions.js";
import { compareChosen } from "./compare-choice.js";
import { activePicture, filter, listing, selection } from "./gallery-state.js";
import { selectAll } from "./grid.js";
import { noSelection } from "./selection.js";

export function SelectionBar() {
  const ids = [...selection.value.ids];
  const { total = 0, entries } = listing.value;
  const shown = [...entries.values()].filter(({ id }) => ids.includes(id));
  const isStarred = shown.length > 0 && shown.every(({ starred }) => starred);
  return (
    <div class="stack tight foot" role="toolbar" aria-label="Selected images">
      <div class="row">
        <span class="grow" role="status">
          {counted(ids.length, "image")} selected
        </span>
        <IconButton icon="close" name="Clear the selection" onClick={() => (selection.value = noSelection)} />
      </div>
      <div class="row tight-row">
        {filter.value.deleted ? (
          <Button onClick={() => restore(ids)}>Restore</Button>
        ) : (
          <>
            <IconButton
              icon="star"
              name={isStarred ? "Remove the stars" : "Star"}
              filled={isStarred}
              onClick={() => star(ids, !isStarred)}
            />
            <IconButton
              icon="compare"
              name="Compare"
              disabled={ids.length !== 2}
              onClick={() => compareChosen(activePicture.value)}
            />
            <IconButton icon="trash" name="Move to the trash" onClick={() => moveToTrash(ids)} />
          </>
        )}
        <span class="grow" />
        <Button look="link" disabled={ids.length >= total} onClick={() => void selectAll()}>
          Select all {total}
        </Button>
      </div>
    </div>
  );
}
