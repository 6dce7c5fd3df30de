// The properties that every control of a form takes.

import type { Field } from "@pictor/client";
import type { ControlAttributes } from "../parts/control-attributes.js";
import type { Fault } from "./values.js";

export interface ControlProps<F extends Field = Field> {
  /** The attributes of the control's element. */
  readonly control: ControlAttributes;
  readonly field: F;
  /** The value in effect: the one that the user has set, else the default. */
  readonly value: unknown;
  /** JSON pointer of the value in the form. */
  readonly pointer: string;
  /** Faults of values below this value. */
  readonly faults: readonly Fault[];
  readonly isRequired: boolean;
  /** For a mask: the value of the image to which the mask belongs. Absent if the field is no mask. */
  readonly masked?: { readonly image: unknown };
  /** Sets the value. `undefined` restores the default. */
  readonly onChange: (value: unknown) => void;
}
