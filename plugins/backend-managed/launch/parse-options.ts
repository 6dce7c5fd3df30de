// Options in a list of arguments, read as Python's argparse reads them. Pure.

/** The long options that a version of ComfyUI knows; undefined where that could not be found out. */
export type KnownFlags = ReadonlySet<string> | undefined;

/** An option as it was given: `values` are what stands behind it up to the next option. */
export interface GivenOption {
  readonly flag: string;
  readonly values: readonly string[];
}

/** Not what a prompt or a path looks like: argparse takes everything else that begins with a dash for an option. */
const isOption = (word: string): boolean => /^--?[^\s\d.-]|^--[^\s]/.test(word);

/** argparse takes an abbreviation for the one option that begins so. */
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

/** The last one counts. `value` is undefined for a bare option; undefined altogether when it is not there. */
export function findOption(
  argv: readonly string[],
  flag: string,
  known?: KnownFlags,
): { readonly value: string | undefined } | undefined {
  const found = parseOptions(argv, known).findLast((option) => option.flag === flag);
  return found === undefined ? undefined : { value: found.values[0] };
}
