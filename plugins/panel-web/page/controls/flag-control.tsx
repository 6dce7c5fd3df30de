// A switch for a boolean value.

import type { ControlProps } from "../dialect/control.js";
import type { FlagField } from "../dialect/schema.js";

export function FlagControl({ control, value, onChange }: ControlProps<FlagField>) {
  return (
    <input
      {...control}
      class="switch"
      type="checkbox"
      role="switch"
      checked={value === true}
      onChange={(event) => {
        onChange(event.currentTarget.checked);
      }}
    />
  );
}
