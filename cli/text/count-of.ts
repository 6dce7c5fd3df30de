// Counts with a noun. Pure.

/** `1 job`, `2 jobs`; `plural` is the irregular plural of the noun. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
