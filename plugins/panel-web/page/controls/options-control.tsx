// A choice from the catalog of the backend (`x-optionsFrom`), which is searched while the user types.

import type { TextField } from "@pictor/client";
import { Combobox } from "../parts/combobox.js";
import type { ControlProps } from "../dialect/control.js";
import { useFormTools } from "../dialect/tools.js";
import { emptyChoiceText } from "./empty-choice.js";

export function OptionsControl(props: ControlProps<TextField>) {
  const { control, field, value, pointer, isRequired, onChange } = props;
  const { searchChoices, asks } = useFormTools();
  const from = field["x-optionsFrom"];
  return (
    <Combobox
      control={control}
      value={typeof value === "string" ? value : ""}
      search={async (text, signal) => (from && searchChoices?.(from, text, signal)) ?? []}
      placeholder={emptyChoiceText(field, { isRequired, asks: asks?.(pointer) === true })}
      onChange={(text) => onChange(text === "" ? undefined : text)}
    />
  );
}
