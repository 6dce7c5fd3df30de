// A field: its label, its control, what is wrong with the value, and what the field is for.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Choice, type ChoiceProps } from "./choice.js";
import type { ControlAttributes } from "./control-attributes.js";
import { TextInput, type TextInputProps } from "./text-input.js";

interface FieldProps {
  readonly label: ComponentChildren;
  /** More classes of the field, such as `wide`. */
  readonly look?: string;
  /** Content beside the label. */
  readonly beside?: ComponentChildren;
  readonly about?: ComponentChildren;
  /** Whether the description is folded away. */
  readonly isFolded?: boolean;
  /** Why the value is refused. */
  readonly fault?: string | undefined;
  /** Whether it is a group of controls, which has no label of its own for screen readers. */
  readonly isGroup?: boolean;
  /** Whether its label is for screen readers alone, because a heading stands above it. */
  readonly isBare?: boolean;
  /** JSON pointer of the value. */
  readonly pointer?: string;
  readonly children: (control: ControlAttributes) => ComponentChildren;
}

export function Field(props: FieldProps) {
  const { label, look = "", beside, about, isFolded, fault, pointer } = props;
  const { isGroup = false, isBare = false } = props;
  const id = useId();
  const described = [...(about ? [`${id}-about`] : []), ...(fault === undefined ? [] : [`${id}-fault`])];
  const name = isGroup ? (
    <span class="label grow">{label}</span>
  ) : (
    <label for={id} class={isBare ? "hidden-text" : "grow"}>
      {label}
    </label>
  );
  return (
    <div class={`field ${look}`} data-pointer={pointer}>
      {!(isBare && isGroup) && (
        <div class="field-head">
          {name}
          {beside}
        </div>
      )}
      {props.children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": fault !== undefined,
      })}
      {fault !== undefined && (
        <p class="fault small error" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
      {about && (
        <p class="small muted" id={`${id}-about`} hidden={isFolded}>
          {about}
        </p>
      )}
    </div>
  );
}

interface ChoiceFieldProps<Value extends string>
  extends Pick<FieldProps, "label" | "beside" | "about">, Omit<ChoiceProps<Value>, "control"> {}

export const ChoiceField = <Value extends string>(props: ChoiceFieldProps<Value>) => {
  const { label, beside, about, ...choice } = props;
  return <Field {...{ label, beside, about }}>{(control) => <Choice {...choice} control={control} />}</Field>;
};

interface InputFieldProps
  extends Pick<FieldProps, "label" | "about" | "fault">, Omit<TextInputProps, "label" | "about"> {
  /** More classes of the field; `look` are those of its input. */
  readonly fieldLook?: string;
}

export const InputField = ({ label, fieldLook = "", about, fault, ...input }: InputFieldProps) => (
  <Field {...{ label, about, fault }} look={fieldLook}>
    {(control) => <TextInput {...input} {...control} />}
  </Field>
);
