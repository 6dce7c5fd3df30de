// A choice from the catalog of the backend (`x-optionsFrom`), which is searched while the user types.

import { Combobox } from "../parts/combobox.js";
import type { ControlProps } from "../dialect/control.js";
import type { TextField } from "../dialect/schema.js";
import { useFormTools } from "../dialect/tools.js";

export function OptionsControl({
  id,
  field,
  value,
  pointer,
  isRequired,
  isInvalid,
  describedBy,
  onChange,
}: ControlProps<TextField>) {
  const { searchChoices, asks } = useFormTools();
  const from = field["x-optionsFrom"];
  return (
    <Combobox
      id={id}
      value={typeof value === "string" ? value : ""}
      search={(text, signal) =>
        from === undefined ? Promise.resolve([]) : searchChoices(from, text, signal)
      }
      placeholder={
        field.default === undefined || field.default === ""
          ? !isRequired
            ? "automatic"
            : asks?.(pointer) === true
              ? "Choose one"
              : "The first of the backend"
          : field.default
      }
      isInvalid={isInvalid}
      {...(describedBy !== undefined && { describedBy })}
      onChange={(text) => {
        onChange(text === "" ? undefined : text);
      }}
    />
  );
}
