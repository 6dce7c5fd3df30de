// The choice of the backend that a setting without a value takes.

/**
 * The first choice that has a preferred word in its name, and none that is to be avoided; else the first without a word
 * that is to be avoided; else the first of all. Undefined if there is none.
 */
export function firstChoice(
  options: readonly unknown[],
  { prefer = [], avoid = [] }: { readonly prefer?: readonly string[]; readonly avoid?: readonly string[] },
): string | undefined {
  const names = options.map(String);
  const hasOne = (words: readonly string[], name: string): boolean =>
    words.some((word) => name.toLowerCase().includes(word));
  const fit = names.filter((name) => !hasOne(avoid, name));
  return fit.find((name) => hasOne(prefer, name)) ?? fit[0] ?? names[0];
}
