// Parser for options that may be given several times.

/** Appends the value to those given before, in the order of the command line. */
export const appendValue = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  value,
];
