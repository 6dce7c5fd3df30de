// A switch, alone or with its text beside it.

import type { ComponentChildren, InputHTMLAttributes } from "preact";

interface SwitchProps {
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

type Attributes = Pick<InputHTMLAttributes, "id" | "aria-label" | "aria-describedby" | "aria-invalid">;

export const Switch = ({ isOn, disabled = false, onChange, ...rest }: SwitchProps & Attributes) => (
  <input
    {...rest}
    class="switch"
    type="checkbox"
    role="switch"
    checked={isOn}
    disabled={disabled}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);

interface SwitchRowProps extends SwitchProps {
  readonly children: ComponentChildren;
}

export const SwitchRow = ({ children, ...rest }: SwitchRowProps) => (
  <label class="row switch-row">
    <Switch {...rest} />
    <span>{children}</span>
  </label>
);
