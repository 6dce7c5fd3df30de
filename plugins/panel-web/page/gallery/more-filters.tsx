// The filters of the gallery that are hidden at first: workflow, first and last day.

import { workflows } from "../api/catalog.js";
import { ChoiceField, Field } from "../parts/field.js";
import type { GalleryFilter } from "./filter.js";
import { filter } from "./gallery-state.js";

interface MoreFiltersProps {
  readonly onChange: (next: Partial<GalleryFilter>) => void;
}

export function MoreFilters({ onChange }: MoreFiltersProps) {
  const known = workflows.state.value.value ?? [];
  const { workflow } = filter.value;
  const days = { from: "From", to: "To" };
  return (
    <div class="gallery-filters">
      <ChoiceField
        label="Workflow"
        value={workflow}
        choices={[["", "All"], ...known.map(({ id, title }) => [id, title] as const)]}
        onChange={(chosen) => onChange({ workflow: chosen })}
      />
      {(["from", "to"] as const).map((day) => (
        <Field key={day} label={days[day]}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="date"
              value={filter.value[day]}
              onInput={(event) => onChange({ [day]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
