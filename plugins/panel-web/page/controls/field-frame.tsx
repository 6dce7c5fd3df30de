// A field of a settings schema: its parts stand around its control as in every field, with a button that restores the default.

import type { Field } from "@pictor/client";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { IconButton } from "../parts/button.js";
import type { ControlAttributes } from "../parts/control-attributes.js";
import { Field as Frame } from "../parts/field.js";
import { UnsavedDot } from "../parts/unsaved-dot.js";
import { counted } from "../parts/texts.js";
import type { ControlProps } from "../dialect/control.js";
import { useFormTools } from "../dialect/tools.js";
import { ownFaults, type Fault } from "../dialect/values.js";

/** Whether an advanced field stands among the basic ones, and the change of that. */
export interface Pin {
  readonly isPinned: boolean;
  readonly toggle: () => void;
}

export interface FieldRowProps {
  readonly name: string;
  readonly field: Field;
  /** The value that the user has set. */
  readonly given: unknown;
  readonly pointer: string;
  readonly faults: readonly Fault[];
  readonly isRequired: boolean;
  /** Whether the field is an entry of a list, whose heading is above the entry. */
  readonly isBare: boolean;
  readonly masked?: ControlProps["masked"];
  readonly pin?: Pin;
  readonly onChange: (value: unknown) => void;
}

interface FieldFrameProps extends Omit<FieldRowProps, "masked"> {
  readonly children: (control: ControlAttributes) => ComponentChildren;
}

const isCompound = ({ type }: Field): boolean => type === "array" || type === "object";

/** Whether a field takes the whole width of the form. */
const isWide = (field: Field): boolean =>
  isCompound(field) || (field.type === "string" && field.enum === undefined);

/** The help for a prompt, and how many words it has. */
function PromptAside({ field, given }: Pick<FieldRowProps, "field" | "given">) {
  const { prompt } = useFormTools();
  const words = typeof given === "string" ? given.split(/\s+/).filter(Boolean).length : 0;
  return (
    <>
      {words > 0 && <span class="small muted">{counted(words, "word")}</span>}
      {prompt !== undefined && <prompt.Help about={field.description} />}
    </>
  );
}

export function FieldFrame(props: FieldFrameProps) {
  const { name, field, given, pointer, isRequired, isBare, pin, onChange, children } = props;
  const { isCompact = false, besideLabel, isUnsaved, prompt } = useFormTools();
  const [isExplained, setExplained] = useState(false);
  const faults = ownFaults(props.faults);
  const title = isBare ? name : (field.title ?? name);
  const isPrompt = prompt?.isPrompt(pointer) === true && field.type === "string";
  const isMissing = isRequired && given === undefined && !("default" in field) && !("x-optionsFrom" in field);
  // A text needs no button that restores an empty default, because the user can clear the field.
  const isText = field.type === "string" && field.format === "multiline" && !field.default;
  const isChanged =
    !isText && "default" in field && given !== undefined && given !== field.default && !isBare;
  const about = isBare ? undefined : field.description;
  const beside = (
    <>
      {isUnsaved?.(pointer) === true && <UnsavedDot />}
      {isMissing && <span class="small muted">required</span>}
      {isPrompt && <PromptAside {...{ field, given }} />}
      {besideLabel?.(pointer)}
      {pin !== undefined && (
        <IconButton
          icon="pin"
          name={pin.isPinned ? `Unpin ${title}` : `Pin ${title} to the basic settings`}
          pressed={pin.isPinned}
          onClick={pin.toggle}
        />
      )}
      {isChanged && (
        <IconButton icon="refresh" name={`Default of ${title}`} onClick={() => onChange(undefined)} />
      )}
      {isCompact && about !== undefined && !isPrompt && (
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
      fault={faults.join(" ") || undefined}
    >
      {children}
    </Frame>
  );
}
