// Parses the options of a curl command: those that make up the request, and notes about those that are left out.

import { didYouMean } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";
import { knownOptions, type CurlOption, type KnownOption } from "./known-options.js";

/** A parsed option; `value` is empty for a flag. */
export interface ParsedOption {
  readonly name: CurlOption;
  readonly value: string;
}

/** The values of an option, in their order. */
export const valuesOf = (options: readonly ParsedOption[], name: CurlOption): readonly string[] =>
  options.filter((option) => option.name === name).map(({ value }) => value);

const longNames: ReadonlyMap<string, string> = new Map(
  [...knownOptions].flatMap(([name, { short }]) => (short === "" ? [] : [[short, name]])),
);

/** True for an option of curl, such as `-u`, `-XPOST` or `--user`. */
export const isCurlOption = (word: string): boolean =>
  word.startsWith("--")
    ? knownOptions.has(word.slice(2).split("=", 1)[0] ?? "")
    : longNames.has(word.slice(1, 2));

/** Throws a CurlError for an option that is not known, because nobody knows what follows it. */
function knownOption(name: string, shown: string): KnownOption {
  const found = knownOptions.get(name);
  if (found !== undefined) return found;
  const suggestion = didYouMean(name, knownOptions.keys()).trim();
  const hint = `${suggestion} Leave it out when the request does not need it.`.trim();
  throw new CurlError("option", `The curl option ${shown} is not known.`, hint);
}

export interface ParsedOptions {
  readonly options: readonly ParsedOption[];
  readonly urls: readonly string[];
  /** The long names of options that are left out. */
  readonly without: readonly string[];
  /** What is left out, as sentences without a value. */
  readonly notes: readonly string[];
}

/** Parses options and addresses as curl does: `-sXPOST`, `-X POST`, `--request POST`, `--no-silent`. */
export function parseOptions(words: readonly string[]): ParsedOptions {
  const options: ParsedOption[] = [];
  const urls: string[] = [];
  const without: string[] = [];
  const reasons = new Set<string>();
  const ofCurl = new Set<string>();
  let at = 0;
  const valueFor = (shown: string): string => {
    const value = words[at++];
    if (value !== undefined) return value;
    throw new CurlError("option", `The curl option ${shown} lacks its value.`, "Copy the whole command.");
  };
  const add = (name: string, shown: string, { use }: KnownOption, value: string): void => {
    if (use === "used") options.push({ name: name as CurlOption, value });
    else without.push(name);
    if (use === "of curl") ofCurl.add(shown);
    if (typeof use === "object") reasons.add(`The curl option ${shown} is left out. ${use.because}`);
    if (name === "next") at = words.length;
  };
  const parseLong = (word: string): void => {
    const [name = "", ...attached] = word.slice(2).split("=");
    // `--no-` switches a flag off, which is how it is without the option.
    if (name.startsWith("no-") && !knownOptions.has(name) && knownOptions.has(name.slice(3))) return;
    const shown = `--${name}`;
    const option = knownOption(name, shown);
    const value = attached.length > 0 ? attached.join("=") : undefined;
    add(name, shown, option, option.hasValue ? (value ?? valueFor(shown)) : "");
  };
  const parseCluster = (word: string): void => {
    for (let index = 1; index < word.length; index++) {
      const letter = word[index] ?? "";
      const shown = `-${letter}`;
      const name = longNames.get(letter) ?? letter;
      const option = knownOption(name, shown);
      add(name, shown, option, option.hasValue ? word.slice(index + 1) || valueFor(shown) : "");
      if (option.hasValue) return;
    }
  };
  for (let word = words[at++]; word !== undefined; word = words[at++]) {
    if (word === "--") {
      for (const url of words.slice(at)) urls.push(url);
      at = words.length;
    } else if (word.startsWith("--")) parseLong(word);
    else if (word.startsWith("-") && word !== "-") parseCluster(word);
    else urls.push(word);
  }
  const together =
    ofCurl.size === 0 ? [] : [`Left out, because only curl itself needs them: ${[...ofCurl].join(", ")}.`];
  return { options, urls, without, notes: [...reasons, ...together] };
}
