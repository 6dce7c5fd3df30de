// A number with its limits, its step and its unit.

import type { NumberField } from "@pictor/client";
import type { ControlProps } from "../dialect/control.js";
import { NumberInput } from "../parts/number-input.js";

export function NumberControl(props: ControlProps<NumberField>) {
  const { control, field, value, onChange } = props;
  const { minimum, maximum, multipleOf } = field;
  return (
    <div class="with-affix">
      <NumberInput
        {...control}
        inputMode={field.type === "integer" ? "numeric" : "decimal"}
        min={minimum}
        max={maximum}
        step={multipleOf ?? (field.type === "integer" ? 1 : "any")}
        value={typeof value === "number" ? value : undefined}
        placeholder={field.default === undefined ? "automatic" : String(field.default)}
        onNumber={onChange}
      />
      {field["x-unit"] !== undefined && <span class="affix">{field["x-unit"]}</span>}
    </div>
  );
}
