// The gallery's filter: search, star, trash, and more filters that a button opens.

import { useEffect, useState } from "preact/hooks";
import { knownWorkflows } from "../api/catalog.js";
import { Button, IconButton } from "../parts/button.js";
import { ChoiceField, Field } from "../parts/field.js";
import { SearchInput } from "../parts/search-input.js";
import { sentenceCase } from "../parts/texts.js";
import { filter, restart } from "./gallery-state.js";
import { isFiltered, noFilter, type GalleryFilter } from "./filter.js";
import { useDelay } from "../parts/use-delay.js";

const typingMs = 200;

function change(next: Partial<GalleryFilter>): void {
  filter.value = { ...filter.value, ...next };
  void restart();
}

/** Workflow, first and last day. */
function MoreFilters() {
  const { workflow } = filter.value;
  return (
    <div class="row wrap gallery-filters">
      <ChoiceField
        label="Workflow"
        value={workflow}
        choices={[["", "All"], ...knownWorkflows.value.map(({ id, title }) => [id, title] as const)]}
        onChange={(chosen) => change({ workflow: chosen })}
      />
      {(["from", "to"] as const).map((day) => (
        <Field key={day} label={sentenceCase(day)}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="date"
              value={filter.value[day]}
              onInput={(event) => change({ [day]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
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
      <SearchInput
        id={searchId}
        name="Search images"
        placeholder="Search prompt, model…"
        value={text}
        onText={setText}
        onEnter={find}
      />
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
      {isOpen && <MoreFilters />}
    </div>
  );
}
