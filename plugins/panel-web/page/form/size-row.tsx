// One row for a width and a height in the same section: two fields, with aspect ratios and a swap button between them.

import type { ComponentChildren } from "preact";
import { SizeTools } from "../controls/size-tools.js";
import type { NumberField, SettingsSchema } from "../dialect/schema.js";
import { effective, type Values } from "../dialect/values.js";

export interface SizeFields {
  readonly width: NumberField;
  readonly height: NumberField;
}

/** Finds the fields for width and height; undefined if the section has no such pair, or one of the two fields is a choice. */
export function sizeFieldsOf(
  { properties: { width, height } }: Pick<SettingsSchema, "properties">,
  names: readonly string[],
): SizeFields | undefined {
  if (width?.type !== "integer" || height?.type !== "integer") return undefined;
  const isPlain = width.enum === undefined && height.enum === undefined;
  return isPlain && names.includes("width") && names.includes("height") ? { width, height } : undefined;
}

interface SizeRowProps {
  readonly fields: SizeFields;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** Draws one of the two fields. */
  readonly row: (name: "width" | "height") => ComponentChildren;
}

export function SizeRow({ fields, values, onChange, row }: SizeRowProps) {
  const width = effective(fields.width, values["width"]);
  const height = effective(fields.height, values["height"]);
  return (
    <div class="size wide">
      {row("width")}
      {typeof width === "number" && typeof height === "number" && (
        <SizeTools
          {...{ fields, size: { width, height } }}
          onChange={(next) => {
            onChange({ ...values, ...next });
          }}
        />
      )}
      {row("height")}
    </div>
  );
}
