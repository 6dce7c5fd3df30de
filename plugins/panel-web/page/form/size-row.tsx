// One row for a width and a height in the same section: two fields, with aspect ratios and a swap button between them.

import type { NumberField, SettingsSchema } from "@pictor/client";
import type { ComponentChildren } from "preact";
import { ratioOf, ratios, ratioText, withRatio, type Size } from "../controls/size.js";
import { effective, type Values } from "../dialect/values.js";
import { IconButton } from "../parts/button.js";
import { Menu } from "../parts/menu.js";
import { pixelsText } from "../parts/texts.js";

interface SizeFields {
  readonly width: NumberField;
  readonly height: NumberField;
  /** The names of the two fields. */
  readonly names: Readonly<Record<"width" | "height", string>>;
}

/**
 * The pair of fields whose width has this name, which the input of a node has behind its id; undefined if one is
 * missing or a choice.
 */
export function sizeFieldsOf(
  { properties }: Pick<SettingsSchema, "properties">,
  name: string,
  section: readonly string[],
): SizeFields | undefined {
  if (!/(^|\.)width$/.test(name)) return undefined;
  const names = { width: name, height: name.replace(/width$/, "height") };
  const { [names.width]: width, [names.height]: height } = properties;
  if (width?.type !== "integer" || height?.type !== "integer" || !section.includes(names.height))
    return undefined;
  return width.enum === undefined && height.enum === undefined ? { width, height, names } : undefined;
}

interface SizeToolsProps {
  readonly size: Size;
  readonly fields: SizeFields;
  readonly onChange: (size: Size) => void;
}

/** Common aspect ratios, and a swap of the two values. */
function SizeTools({ size, fields, onChange }: SizeToolsProps) {
  const { width, height } = size;
  const ratio = ratioOf(size);
  const shown = ratio === undefined ? "Free" : ratioText(ratio);
  return (
    <div class="size-tools row">
      <IconButton
        icon="swap"
        name="Swap width and height"
        onClick={() => onChange({ width: height, height: width })}
      />
      <Menu
        name={`Ratio: ${shown}`}
        look="button plain"
        label={shown}
        items={ratios.map((each) => {
          const next = withRatio(size, each, fields);
          return {
            id: ratioText(each),
            text: ratioText(each),
            description: pixelsText(next.width, next.height),
            run: () => onChange(next),
          };
        })}
      />
    </div>
  );
}

interface SizeRowProps {
  readonly fields: SizeFields;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** Draws one of the two fields. */
  readonly row: (name: "width" | "height") => ComponentChildren;
}

export function SizeRow({ fields, values, onChange, row }: SizeRowProps) {
  const { names } = fields;
  const width = effective(fields.width, values[names.width]);
  const height = effective(fields.height, values[names.height]);
  return (
    <div class="size wide">
      {row("width")}
      {typeof width === "number" && typeof height === "number" && (
        <SizeTools
          {...{ fields, size: { width, height } }}
          onChange={(next) => onChange({ ...values, [names.width]: next.width, [names.height]: next.height })}
        />
      )}
      {row("height")}
    </div>
  );
}
