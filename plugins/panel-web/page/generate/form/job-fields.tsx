// The fields that belong to the next jobs, whatever their workflow: the number of images of each, and the priority.

import { draft } from "../../draft/current-draft.js";
import { priorities, withPriority, type Priority } from "../../draft/draft.js";
import { IconButton } from "../../parts/button.js";
import { ChoiceField, Field } from "../../parts/field.js";
import { NumberInput } from "../../parts/number-input.js";
import { currentState } from "../backend/current-backend.js";

const maximum = 64;

/** The number of images of one job, each with its own seed. */
function CountField() {
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

const titles: Readonly<Record<Priority, string>> = {
  high: "High: before all others",
  normal: "Normal",
  low: "Low: when nothing else waits",
};

/** Shown for a backend with a queue of its own. */
function PriorityField() {
  const { priority = "normal" } = draft.value;
  const hasQueue = currentState.value?.facets.includes("members") === true;
  if (!hasQueue) return null;
  return (
    <ChoiceField
      label="Priority"
      value={priority}
      choices={priorities.map((known) => [known, titles[known]])}
      onChange={(chosen) => (draft.value = withPriority(draft.value, chosen))}
    />
  );
}

export const JobFields = () => (
  <>
    <CountField />
    <PriorityField />
  </>
);
