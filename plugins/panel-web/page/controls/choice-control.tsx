// A choice among the values of an enum, which are shown by their titles.

import type { ControlProps } from "../dialect/control.js";
import type { NumberField, TextField } from "../dialect/schema.js";

export function ChoiceControl({
  id,
  field,
  value,
  isInvalid,
  describedBy,
  onChange,
}: ControlProps<TextField | NumberField>) {
  const options: readonly (string | number)[] = field.enum ?? [];
  const titles = field["x-enumTitles"] ?? {};
  const at = options.findIndex((option) => option === value);
  return (
    <select
      id={id}
      class="input"
      value={at}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={(event) => {
        onChange(options[Number(event.currentTarget.value)]);
      }}
    >
      {at === -1 && (
        <option value={-1}>
          {typeof value === "string" && value !== "" ? `${value} (not a choice)` : "Default"}
        </option>
      )}
      {options.map((option, index) => (
        <option key={option} value={index}>
          {titles[String(option)] ?? option}
        </option>
      ))}
    </select>
  );
}
