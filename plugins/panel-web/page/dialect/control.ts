// What every control of a form takes.

import type { Field } from "./schema.js";
import type { Fault } from "./values.js";

export interface ControlProps<F extends Field = Field, V = unknown> {
  /** Id of the element that the label names. */
  readonly id: string;
  readonly field: F;
  /** The value that counts: what the person has set, else the default. */
  readonly value: V;
  /** JSON pointer of the value in the form. */
  readonly pointer: string;
  /** Faults below the value. */
  readonly faults: readonly Fault[];
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  /** Of a mask: the value of the image that it belongs to. Absent: the field is no mask of an image. */
  readonly masked?: { readonly image: unknown };
  /** `undefined` gives the setting its default again. */
  readonly onChange: (value: unknown) => void;
}
