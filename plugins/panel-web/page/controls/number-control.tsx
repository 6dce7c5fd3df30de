// A number with its limits, its step and its unit. Text that is no number stays as it was typed, and the server reports the fault.

import { useEffect, useState } from "preact/hooks";
import type { ControlProps } from "../dialect/control.js";
import type { NumberField } from "../dialect/schema.js";

export function NumberControl({
  id,
  field,
  value,
  isInvalid,
  describedBy,
  onChange,
}: ControlProps<NumberField>) {
  const [typed, setTyped] = useState<string | undefined>();
  const shown = typeof value === "number" ? String(value) : "";
  // A value that the user did not type, such as that of a recalled image, replaces the typed text.
  useEffect(() => {
    if (typed !== undefined && Number(typed) !== value) setTyped(undefined);
  }, [value]);
  const { minimum, maximum, multipleOf } = field;
  return (
    <div class="with-affix">
      <input
        id={id}
        class="input"
        type="number"
        inputMode={field.type === "integer" ? "numeric" : "decimal"}
        min={minimum}
        max={maximum}
        step={multipleOf ?? (field.type === "integer" ? 1 : "any")}
        value={typed ?? shown}
        placeholder={field.default === undefined ? "automatic" : String(field.default)}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        onInput={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          onChange(text === "" ? undefined : Number(text));
        }}
        onBlur={() => {
          setTyped(undefined);
        }}
      />
      {field["x-unit"] !== undefined && <span class="affix">{field["x-unit"]}</span>}
    </div>
  );
}
