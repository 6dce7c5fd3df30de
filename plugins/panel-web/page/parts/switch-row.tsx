// A switch with its text beside it.

import type { ComponentChildren } from "preact";

interface SwitchRowProps {
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}

export const SwitchRow = ({ isOn, disabled = false, onChange, children }: SwitchRowProps) => (
  <label class="row switch-row">
    <input
      class="switch"
      type="checkbox"
      role="switch"
      checked={isOn}
      disabled={disabled}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.checked);
      }}
    />
    <span>{children}</span>
  </label>
);
