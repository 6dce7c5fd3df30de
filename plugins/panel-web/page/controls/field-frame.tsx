// A field of a settings schema: its parts stand around its control as in every field, with a button that restores the default.

import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { IconButton } from "../parts/button.js";
import type { ControlAttributes } from "../parts/control-attributes.js";
import { Field as Frame } from "../parts/field.js";
import { UnsavedDot } from "../parts/unsaved-dot.js";
import type { Field } from "../dialect/schema.js";
import { useFormTools } from "../dialect/tools.js";

/** Whether an advanced field stands among the basic ones, and the change of that. */
export interface Pin {
  readonly isPinned: boolean;
  readonly toggle: () => void;
}

interface FieldFrameProps {
  readonly title: string;
  readonly field: Field;
  readonly pointer: string;
  readonly faults: readonly string[];
  /** Whether a required value is missing. */
  readonly isMissing: boolean;
  /** Whether a label is for screen readers alone, because a heading stands above the field. */
  readonly isBare: boolean;
  /** Restores the default. Absent if the field has its default. */
  readonly onReset?: () => void;
  readonly pin?: Pin;
  /** Content beside the label. */
  readonly aside?: ComponentChildren;
  readonly children: (control: ControlAttributes) => ComponentChildren;
}

const isCompound = ({ type }: Field): boolean => type === "array" || type === "object";

/** Whether a field takes the whole width of the form. */
const isWide = (field: Field): boolean =>
  isCompound(field) || (field.type === "string" && field.enum === undefined);

export function FieldFrame(props: FieldFrameProps) {
  const { title, field, pointer, faults, isMissing, isBare, onReset, pin, aside, children } = props;
  const { isCompact = false, besideLabel, isUnsaved } = useFormTools();
  const [isExplained, setExplained] = useState(false);
  const about = isBare ? undefined : field.description;
  const beside = (
    <>
      {isUnsaved?.(pointer) === true && <UnsavedDot />}
      {isMissing && <span class="small muted">required</span>}
      {aside}
      {besideLabel?.(pointer)}
      {pin !== undefined && (
        <IconButton
          icon="pin"
          name={pin.isPinned ? `Unpin ${title}` : `Pin ${title} to the basic settings`}
          pressed={pin.isPinned}
          onClick={pin.toggle}
        />
      )}
      {onReset !== undefined && <IconButton icon="refresh" name={`Default of ${title}`} onClick={onReset} />}
      {isCompact && about !== undefined && aside === undefined && (
        <IconButton
          icon="info"
          name={`About ${title}`}
          expanded={isExplained}
          onClick={() => setExplained(!isExplained)}
        />
      )}
    </>
  );
  return (
    <Frame
      {...{ about, beside, isBare, pointer }}
      label={title}
      look={isWide(field) ? "wide" : ""}
      isGroup={isCompound(field)}
      isFolded={isCompact && !isExplained}
      fault={faults.length > 0 ? faults.join(" ") : undefined}
    >
      {children}
    </Frame>
  );
}
