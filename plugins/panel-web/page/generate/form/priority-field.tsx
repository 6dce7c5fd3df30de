// The field for the priority of the next jobs, shown for a backend with a queue of its own.

import { draft } from "../../draft/current-draft.js";
import { priorities, withPriority, type Priority } from "../../draft/draft.js";
import { ChoiceField } from "../../parts/field.js";
import { currentState } from "../backend/current-backend.js";

const titles: Readonly<Record<Priority, string>> = {
  high: "High: before all others",
  normal: "Normal",
  low: "Low: when nothing else waits",
};

export function PriorityField() {
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
