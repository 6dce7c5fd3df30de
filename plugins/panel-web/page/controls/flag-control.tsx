// A switch for a boolean value.

import type { ControlProps } from "../dialect/control.js";
import type { FlagField } from "../dialect/schema.js";

export function FlagControl({ id, value, isInvalid, describedBy, onChange }: ControlProps<FlagField>) {
  return (
    <input
      id={id}
      class="switch"
      type="checkbox"
      role="switch"
      checked={value === true}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={(event) => {
        onChange(event.currentTarget.checked);
      }}
    />
  );
}
