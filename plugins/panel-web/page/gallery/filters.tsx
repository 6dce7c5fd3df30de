// The fields of the gallery's filter: search, star, workflow, days, trash.

import { useEffect, useRef, useState } from "preact/hooks";
import { workflows } from "../api/catalog.js";
import { Button, IconButton } from "../parts/button.js";
import { filter, restart } from "./gallery-state.js";
import { isFiltered, noFilter, type GalleryFilter } from "./filter.js";
import { TextInput } from "../parts/text-input.js";

const typingMs = 200;

function change(next: Partial<GalleryFilter>): void {
  filter.value = { ...filter.value, ...next };
  void restart();
}

export const searchId = "gallery-search";

export function Filters() {
  const { search, workflow, starred, from, to, deleted } = filter.value;
  const [text, setText] = useState(search);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    setText(search);
  }, [search]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const known = workflows.state.value.value ?? [];
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
          onText={(typed) => {
            setText(typed);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => {
              change({ search: typed });
            }, typingMs);
          }}
          onEnter={() => {
            clearTimeout(timer.current);
            change({ search: text });
          }}
        />
      </div>
      <div class="row tight-row">
        <IconButton
          icon="star"
          name="Only starred"
          pressed={starred}
          filled={starred}
          onClick={() => {
            change({ starred: !starred });
          }}
        />
        <IconButton
          icon="settings"
          name="More filters"
          pressed={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        />
        <IconButton
          icon="trash"
          name="Trash"
          pressed={deleted}
          onClick={() => {
            change({ deleted: !deleted });
          }}
        />
        <span class="grow" />
        {isFiltered(filter.value) && (
          <Button
            look="link"
            onClick={() => {
              change({ ...noFilter, deleted });
            }}
          >
            Clear filters
          </Button>
        )}
      </div>
      {isOpen && (
        <div class="gallery-filters">
          <label class="field">
            <span class="label">Workflow</span>
            <select
              class="input"
              value={workflow}
              onChange={(event) => {
                change({ workflow: event.currentTarget.value });
              }}
            >
              <option value="">All</option>
              {known.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            <span class="label">From</span>
            <input
              class="input"
              type="date"
              value={from}
              onChange={(event) => {
                change({ from: event.currentTarget.value });
              }}
            />
          </label>
          <label class="field">
            <span class="label">To</span>
            <input
              class="input"
              type="date"
              value={to}
              onChange={(event) => {
                change({ to: event.currentTarget.value });
              }}
            />
          </label>
        </div>
      )}
    </div>
  );
}
