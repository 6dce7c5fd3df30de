// How a node class declares an input, in the words of `/object_info`.

/** `[type]` or `[type, options]`; a list of choices in place of the type is a combo. */
export type InputSpec =
  | readonly [type: string | readonly string[]]
  | readonly [type: string | readonly string[], options: InputOptions];

export type InputOptions = Readonly<Record<string, unknown>>;

/** By name. */
export type InputSpecs = Readonly<Record<string, InputSpec>>;
