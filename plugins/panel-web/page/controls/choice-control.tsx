// A choice among the values of an enum, which are shown by their titles.

import type { NumberField, TextField } from "@pictor/client";
import type { ControlProps } from "../dialect/control.js";
import { Choice } from "../parts/choice.js";
import { unknownChoiceText } from "./empty-choice.js";

export function ChoiceControl(props: ControlProps<TextField | NumberField>) {
  const { field, value, onChange } = props;
  const options: readonly (string | number)[] = field.enum ?? [];
  const titles = field["x-enumTitles"] ?? {};
  return (
    <Choice
      {...props}
      value={String(value)}
      choices={options.map((option) => [String(option), titles[String(option)] ?? String(option)])}
      unknown={unknownChoiceText(value)}
      onChange={(chosen) => onChange(options.find((option) => String(option) === chosen))}
    />
  );
}
