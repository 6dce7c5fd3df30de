// The filters of the gallery that are hidden at first: workflow, first and last day.

import { useId } from "preact/hooks";
import { workflows } from "../api/catalog.js";
import { Choice } from "../parts/choice.js";
import type { GalleryFilter } from "./filter.js";
import { filter } from "./gallery-state.js";

interface MoreFiltersProps {
  readonly onChange: (next: Partial<GalleryFilter>) => void;
}

export function MoreFilters({ onChange }: MoreFiltersProps) {
  const base = useId();
  const known = workflows.state.value.value ?? [];
  const { workflow } = filter.value;
  const days = { from: "From", to: "To" };
  return (
    <div class="gallery-filters">
      <div class="field">
        <label for={`${base}-workflow`}>Workflow</label>
        <Choice
          id={`${base}-workflow`}
          value={workflow}
          choices={[["", "All"], ...known.map(({ id, title }) => [id, title] as const)]}
          onChange={(chosen) => {
            onChange({ workflow: chosen });
          }}
        />
      </div>
      {(["from", "to"] as const).map((day) => (
        <label key={day} class="field">
          <span class="label">{days[day]}</span>
          <input
            class="input"
            type="date"
            value={filter.value[day]}
            onInput={(event) => {
              onChange({ [day]: event.currentTarget.value });
            }}
          />
        </label>
      ))}
    </div>
  );
}
