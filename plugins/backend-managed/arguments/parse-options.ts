// Parses arguments as Python's argparse does. Pure.

/** The long options that a version of ComfyUI supports; undefined if unknown. */
export type KnownFlags = ReadonlySet<string> | undefined;

/** `values` are the words between this option and the next. */
export interface GivenOption {
  readonly flag: string;
  readonly values: readonly string[];
}

/** argparse takes a word with a leading dash for an option, except negative numbers and a single dash. */
const isOption = (word: string): boolean => /^--?[^\s\d.-]|^--[^\s]/.test(word);

/** Expands an unambiguous abbreviation, as argparse does. */
function expandFlag(flag: string, known: KnownFlags): string {
  if (known === undefined || known.has(flag) || !flag.startsWith("--")) return flag;
  const fitting = [...known].filter((name) => name.startsWith(flag));
  return fitting.length === 1 ? (fitting[0] as string) : flag;
}

export function parseOptions(argv: readonly string[], known?: KnownFlags): readonly GivenOption[] {
  const options: { flag: string; values: string[] }[] = [];
  for (const word of argv) {
    if (!isOption(word)) {
      options.at(-1)?.values.push(word);
      continue;
    }
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const flag = expandFlag(equals < 0 ? word : word.slice(0, equals), known);
    options.push({ flag, values: equals < 0 ? [] : [word.slice(equals + 1)] });
  }
  return options;
}

/** The last occurrence of an option, which wins; undefined when it is absent. `value` is undefined for an option without one. */
export function findOption(
  argv: readonly string[],
  flag: string,
  known?: KnownFlags,
): { readonly value: string | undefined } | undefined {
  const found = parseOptions(argv, known).findLast((option) => option.flag === flag);
  return found === undefined ? undefined : { value: found.values[0] };
}
