// A field around its control: label, description, faults, and the way back to the default.

import type { ComponentChildren } from "preact";
import { IconButton } from "../parts/button.js";
import type { Field } from "../dialect/schema.js";

interface FieldFrameProps {
  /** Id of the control; those of description and fault begin with it. */
  readonly id: string;
  readonly title: string;
  readonly field: Field;
  readonly pointer: string;
  readonly faults: readonly string[];
  /** Whether a required value is missing. */
  readonly isMissing: boolean;
  /** Whether a label is for screen readers alone, because a heading stands above the field. */
  readonly isBare: boolean;
  /** Absent if the field has its default. */
  readonly onReset?: () => void;
  readonly children: ComponentChildren;
}

const isCompound = ({ type }: Field): boolean => type === "array" || type === "object";

/** Whether a field takes the whole width of the form. */
const isWide = (field: Field): boolean =>
  isCompound(field) ||
  (field.type === "string" &&
    field.enum === undefined &&
    (field.format !== "uint64" || field["x-secret"] === true));

/** The ids of what describes a control; undefined if nothing does. */
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
  const { id, title, field, pointer, faults, isMissing, isBare, onReset, children } = props;
  const compound = isCompound(field);
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
          {isMissing && <span class="small muted">required</span>}
          {onReset !== undefined && (
            <IconButton icon="refresh" name={`Default of ${title}`} onClick={onReset} />
          )}
        </div>
      )}
      {children}
      {faults.length > 0 && (
        <p class="fault" id={`${id}-fault`} role="alert">
          {faults.join(" ")}
        </p>
      )}
      {field.description !== undefined && !isBare && (
        <p class="description" id={`${id}-about`}>
          {field.description}
        </p>
      )}
    </div>
  );
}
