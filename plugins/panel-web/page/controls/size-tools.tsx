// Buttons between the fields for width and height: common aspect ratios, and a swap of the two values.

import { IconButton } from "../parts/button.js";
import { Menu } from "../parts/menu.js";
import type { NumberField } from "../dialect/schema.js";
import { ratioOf, ratios, ratioText, withRatio, type Size } from "./size.js";

interface SizeToolsProps {
  readonly size: Size;
  readonly fields: { readonly width: NumberField; readonly height: NumberField };
  readonly onChange: (size: Size) => void;
}

export function SizeTools({ size, fields, onChange }: SizeToolsProps) {
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
            description: `${next.width} × ${next.height}`,
            run: () => onChange(next),
          };
        })}
      />
    </div>
  );
}
