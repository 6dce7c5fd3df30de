// The specification of a node's input in the form of `/object_info`.

/** `[type]` or `[type, options]`. A list of choices instead of a type is a combo. */
export type InputSpec =
  | readonly [type: string | readonly string[]]
  | readonly [type: string | readonly string[], options: InputOptions];

export type InputOptions = Readonly<Record<string, unknown>>;

/** Specifications by input name. */
export type InputSpecs = Readonly<Record<string, InputSpec>>;
