// The bar with the actions for the selected images.

import { Button, IconButton } from "../parts/button.js";
import { imagesText, moveToTrash, restore, star } from "./actions.js";
import { filter, listing, selection } from "./gallery-state.js";
import { selectAll } from "./grid.js";
import { noSelection } from "./selection.js";

interface SelectionBarProps {
  readonly onCompare: () => void;
}

export function SelectionBar({ onCompare }: SelectionBarProps) {
  const ids = [...selection.value.ids];
  const { total = 0, entries } = listing.value;
  const shown = [...entries.values()].filter(({ id }) => ids.includes(id));
  const isStarred = shown.length > 0 && shown.every(({ starred }) => starred);
  return (
    <div class="stack tight foot" role="toolbar" aria-label="Selected images">
      <div class="row">
        <span class="grow" role="status">
          {imagesText(ids.length)} selected
        </span>
        <IconButton icon="close" name="Clear the selection" onClick={() => (selection.value = noSelection)} />
      </div>
      <div class="row tight-row">
        {filter.value.deleted ? (
          <Button onClick={() => void restore(ids)}>Restore</Button>
        ) : (
          <>
            <IconButton
              icon="star"
              name={isStarred ? "Remove the stars" : "Star"}
              filled={isStarred}
              onClick={() => void star(ids, !isStarred)}
            />
            <IconButton icon="compare" name="Compare" disabled={ids.length !== 2} onClick={onCompare} />
            <IconButton icon="trash" name="Move to the trash" onClick={() => void moveToTrash(ids)} />
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
