// The field for the number of images of one job, each with its own seed.

import { draft } from "../../draft/current-draft.js";
import { IconButton } from "../../parts/button.js";
import { Field } from "../../parts/field.js";
import { NumberInput } from "../../parts/number-input.js";

const maximum = 64;

export function CountField() {
  const { count } = draft.value;
  const change = (next: number | undefined): void => {
    if (next !== undefined && Number.isFinite(next))
      draft.value = { ...draft.value, count: Math.min(maximum, Math.max(1, Math.round(next))) };
  };
  return (
    <Field label="Images">
      {(control) => (
        <div class="row tight-row">
          <NumberInput {...control} look="grow" min={1} max={maximum} value={count} onNumber={change} />
          <IconButton
            icon="minus"
            name="One image less"
            disabled={count <= 1}
            onClick={() => change(count - 1)}
          />
          <IconButton
            icon="plus"
            name="One image more"
            disabled={count >= maximum}
            onClick={() => change(count + 1)}
          />
        </div>
      )}
    </Field>
  );
}
