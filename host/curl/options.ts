// The options of curl: those that make up the request, and those that are left out with a reason.

import { didYouMean } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";
import { leftOut } from "./known-options.js";

const withValue = {
  "aws-sigv4": "",
  cookie: "b",
  data: "d",
  "data-ascii": "",
  "data-binary": "",
  "data-raw": "",
  "data-urlencode": "",
  form: "F",
  "form-string": "",
  header: "H",
  json: "",
  "max-filesize": "",
  "max-time": "m",
  "oauth2-bearer": "",
  output: "o",
  referer: "e",
  request: "X",
  "upload-file": "T",
  url: "",
  "url-query": "",
  user: "u",
  "user-agent": "A",
} as const;

const flags = {
  basic: "",
  compressed: "",
  digest: "",
  get: "G",
  globoff: "g",
  head: "I",
  include: "i",
  location: "L",
  verbose: "v",
} as const;

export type CurlOption = keyof typeof withValue | keyof typeof flags;

/** A parsed option; `value` is empty for a flag. */
export interface ParsedOption {
  readonly name: CurlOption;
  readonly value: string;
}

/** An option that is left out: its long name, and as it was written. */
interface LeftOutOption {
  readonly name: string;
  readonly shown: string;
}

const isOwn = (record: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(record, name);

const longNames: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...withValue, ...flags }).map(([name, short]) => [short, name] as const),
  ...[...leftOut].map(([name, { short }]) => [short, name] as const),
]);
const known: readonly string[] = [...Object.keys({ ...withValue, ...flags }), ...leftOut.keys()];

/** True for an option of curl, such as `-u`, `-XPOST` or `--user`. */
export const isCurlOption = (word: string): boolean =>
  word.startsWith("--")
    ? known.includes(word.slice(2).split("=", 1)[0] ?? "")
    : longNames.has(word.slice(1, 2));

/** Whether an option has a value. Throws a CurlError for an unknown one, because nobody knows what follows it. */
function hasValueOf(name: string, shown: string): boolean {
  if (isOwn(withValue, name)) return true;
  if (isOwn(flags, name)) return false;
  const found = leftOut.get(name);
  if (found !== undefined) return found.hasValue;
  const suggestion = didYouMean(name, known).trim();
  const hint = `${suggestion} Leave it out when the request does not need it.`.trim();
  throw new CurlError("option", `The curl option ${shown} is not known.`, hint);
}

/** The notes about options that are left out: each with its reason, and those about curl itself in one sentence. */
function notesOf(options: readonly LeftOutOption[]): readonly string[] {
  const reasons = options.map(({ name, shown }) => [shown, leftOut.get(name)?.reason] as const);
  const ofCurl = [...new Set(reasons.flatMap(([shown, reason]) => (reason === "" ? [shown] : [])))];
  const others = reasons.flatMap(([shown, reason]) =>
    reason === undefined || reason === "" ? [] : [`The curl option ${shown} is left out. ${reason}`],
  );
  const together =
    ofCurl.length === 0 ? [] : [`Left out, because only curl itself needs them: ${ofCurl.join(", ")}.`];
  return [...new Set(others), ...together];
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
  const without: LeftOutOption[] = [];
  const urls: string[] = [];
  const rest = [...words];
  const valueFor = (shown: string): string => {
    const value = rest.shift();
    if (value !== undefined) return value;
    throw new CurlError("option", `The curl option ${shown} lacks its value.`, "Copy the whole command.");
  };
  const add = (name: string, shown: string, value: string): void => {
    if (leftOut.has(name)) without.push({ name, shown });
    else options.push({ name: name as CurlOption, value });
    if (name === "next") rest.splice(0);
  };
  const parseLong = (word: string): void => {
    const [written = "", ...attached] = word.slice(2).split("=");
    // `--no-` switches a flag off, which is how it is without the option.
    const positive = written.slice(3);
    if (written.startsWith("no-") && !known.includes(written) && known.includes(positive)) return;
    const hasValue = hasValueOf(written, `--${written}`);
    const isAttached = attached.length > 0;
    add(written, `--${written}`, !hasValue ? "" : isAttached ? attached.join("=") : valueFor(`--${written}`));
  };
  const parseCluster = (word: string): void => {
    for (let at = 1; at < word.length; at++) {
      const letter = word[at] ?? "";
      const name = longNames.get(letter) ?? letter;
      if (!hasValueOf(name, `-${letter}`)) {
        add(name, `-${letter}`, "");
        continue;
      }
      add(name, `-${letter}`, word.slice(at + 1) || valueFor(`-${letter}`));
      return;
    }
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") urls.push(...rest.splice(0));
    else if (word.startsWith("--")) parseLong(word);
    else if (word.startsWith("-") && word !== "-") parseCluster(word);
    else urls.push(word);
  }
  return { options, urls, without: without.map(({ name }) => name), notes: notesOf(without) };
}
