// The frame of a field around its control: label, description, faults, and a button that restores the default.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { IconButton } from "../parts/button.js";
import { UnsavedDot } from "../parts/unsaved-dot.js";
import type { Field } from "../dialect/schema.js";
import { useFormTools } from "../dialect/tools.js";

/** Whether an advanced field stands among the basic ones, and the change of that. */
export interface Pin {
  readonly isPinned: boolean;
  readonly toggle: () => void;
}

interface FieldFrameProps {
  /** Id of the control. The ids of its description and its faults begin with this id. */
  readonly id: string;
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
  readonly children: ComponentChildren;
}

const isCompound = ({ type }: Field): boolean => type === "array" || type === "object";

/** Whether a field takes the whole width of the form. */
const isWide = (field: Field): boolean =>
  isCompound(field) || (field.type === "string" && field.enum === undefined);

/** The ids of the elements that describe a control; undefined if there are none. */
export function describedByOf(
  id: string,
  { description }: Field,
  { isBare, faults }: Pick<FieldFrameProps, "isBare" | "faults">,
): string | undefined {
  const ids = [
    ...(description !== undefined && !isBare ? [`${id}-about`] : []),
    ...(faults.length > 0 ? [`${id}-fault`] : []),
  ];
  return ids.length === 0 ? undefined : ids.join(" ");
}

export function FieldFrame(props: FieldFrameProps) {
  const { id, title, field, pointer, faults, isMissing, isBare, onReset, pin, aside, children } = props;
  const { isCompact = false, besideLabel, isUnsaved } = useFormTools();
  const [isExplained, setExplained] = useState(false);
  const compound = isCompound(field);
  const hasDescription = field.description !== undefined && !isBare;
  const head = compound ? (
    <span class="label">{title}</span>
  ) : (
    <label for={id} class={isBare ? "hidden-text" : undefined}>
      {title}
    </label>
  );
  return (
    <div class={isWide(field) ? "field wide" : "field"} data-pointer={pointer}>
      {!(isBare && compound) && (
        <div class="field-head">
          {head}
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
          {onReset !== undefined && (
            <IconButton icon="refresh" name={`Default of ${title}`} onClick={onReset} />
          )}
          {isCompact && hasDescription && aside === undefined && (
            <IconButton
              icon="info"
              name={`About ${title}`}
              expanded={isExplained}
              onClick={() => {
                setExplained(!isExplained);
              }}
            />
          )}
        </div>
      )}
      {children}
      {faults.length > 0 && (
        <p class="fault" id={`${id}-fault`} role="alert">
          {faults.join(" ")}
        </p>
      )}
      {hasDescription && (
        <p class="description" id={`${id}-about`} hidden={isCompact && !isExplained}>
          {field.description}
        </p>
      )}
    </div>
  );
}
