// Options that may be repeated.

/** Keeps the values in the order given. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];
