// The gallery's filter: search, star, trash, and more filters that a button opens.

import { useEffect, useState } from "preact/hooks";
import { Button, IconButton } from "../parts/button.js";
import { filter, restart } from "./gallery-state.js";
import { isFiltered, noFilter, type GalleryFilter } from "./filter.js";
import { MoreFilters } from "./more-filters.js";
import { TextInput } from "../parts/text-input.js";
import { useDelay } from "../parts/use-delay.js";

const typingMs = 200;

function change(next: Partial<GalleryFilter>): void {
  filter.value = { ...filter.value, ...next };
  void restart();
}

export const searchId = "gallery-search";

export function Filters() {
  const { search, starred, deleted } = filter.value;
  const [text, setText] = useState(search);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setText(search), [search]);
  const find = (): void => {
    if (text !== filter.peek().search) change({ search: text });
  };
  useDelay(find, typingMs, [text]);
  return (
    <div class="stack tight" role="search" aria-label="Images">
      <div class="row">
        <TextInput
          id={searchId}
          look="grow"
          type="search"
          aria-label="Search images"
          placeholder="Search prompt, model…"
          autocomplete="off"
          value={text}
          onText={setText}
          onEnter={find}
        />
      </div>
      <div class="row tight-row">
        <IconButton
          icon="star"
          name="Only starred"
          pressed={starred}
          filled={starred}
          onClick={() => change({ starred: !starred })}
        />
        <IconButton icon="filter" name="More filters" pressed={isOpen} onClick={() => setOpen(!isOpen)} />
        <IconButton
          icon="trash"
          name="Trash"
          pressed={deleted}
          onClick={() => change({ deleted: !deleted })}
        />
        <span class="grow" />
        {isFiltered(filter.value) && (
          <Button look="link" onClick={() => change({ ...noFilter, deleted })}>
            Clear filters
          </Button>
        )}
      </div>
      {isOpen && <MoreFilters onChange={change} />}
    </div>
  );
}
