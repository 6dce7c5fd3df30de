// A switch for a boolean value.

import type { ControlProps } from "../dialect/control.js";
import type { FlagField } from "../dialect/schema.js";
import { Switch } from "../parts/switch.js";

export const FlagControl = ({ control, value, onChange }: ControlProps<FlagField>) => (
  <Switch {...control} isOn={value === true} onChange={onChange} />
);
