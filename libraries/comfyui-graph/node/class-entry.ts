// The description of a node class in the form of `/object_info`.
import type { InputSpecs } from "./input-spec.js";

/** One entry of `/object_info`. A server also publishes all members that are not listed here. */
export interface ClassEntry {
  readonly python_module: string;
  readonly input?: {
    readonly required?: InputSpecs;
    readonly optional?: InputSpecs;
    readonly hidden?: Readonly<Record<string, string | readonly string[]>>;
  };
  /** The types of the outputs. A list of choices instead of a type is a combo. */
  readonly output?: readonly (string | readonly string[])[];
  /** The names of the outputs. A combo may have its list of choices in place of the name. */
  readonly output_name?: readonly (string | readonly string[])[];
  readonly output_node?: boolean;
  readonly display_name?: string | null;
  readonly category?: string;
}
