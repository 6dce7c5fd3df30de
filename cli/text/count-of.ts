// Formats a count with its noun. Pure.

/** A count with its noun, such as `1 job` or `2 jobs`; `plural` is the irregular plural of the noun. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
