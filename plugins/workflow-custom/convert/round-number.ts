// Rounds a number as the widget of an input does in the graph editor. Pure.

import type { InputSpec } from "@pictor/kernel/plugin";

export type EditorNumber = number | bigint;

/** Rounds to a multiple of the step, counted from the lower limit. */
function roundedInteger(value: EditorNumber, { min, widget }: InputSpec): EditorNumber {
  const step = widget?.step ?? 1;
  if (step === 1) return typeof value === "bigint" ? value : Math.round(value);
  const offset = Number(min ?? 0) % step;
  return Math.round((Number(value) - offset) / step) * step + offset;
}

/** The decimal places follow from the step, even where the class has a finer `round`. The editor limits the number of places. */
function roundedFraction(value: EditorNumber, { min = 0, max = 2048, widget }: InputSpec): EditorNumber {
  const digits = Math.max(0, -Math.floor(Math.log10(widget?.step ?? 0.5)));
  const unit = widget?.round ?? (digits > 0 ? 10 ** -digits : 0);
  if (unit === 0) return value;
  const rounded = Number((Math.round(Number(value) / unit) * unit).toFixed(digits));
  if (rounded < min) return min;
  return rounded > max ? max : rounded;
}

/** Rounds a value for an input. Without an input of a number type, the value is returned unchanged. */
export function roundedBy(value: EditorNumber, spec: InputSpec | undefined): EditorNumber {
  if (spec?.type === "INT") return roundedInteger(value, spec);
  return spec?.type === "FLOAT" ? roundedFraction(value, spec) : value;
}
