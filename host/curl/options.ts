// The options of curl: those that are supported, those that are ignored, and those that are refused with a reason.

import { didYouMean } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";

const withValue = {
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
  url: "",
  user: "u",
  "user-agent": "A",
} as const;

const flags = {
  basic: "",
  compressed: "",
  digest: "",
  get: "G",
  head: "I",
  include: "i",
  location: "L",
  verbose: "v",
} as const;

/** Options that are accepted without effect: they request the default, or concern curl's own output. */
const ignored: Readonly<Record<string, readonly [short: string, hasValue: boolean]>> = {
  "connect-timeout": ["", true],
  fail: ["f", false],
  "fail-with-body": ["", false],
  globoff: ["g", false],
  "http1.1": ["", false],
  http2: ["", false],
  "max-redirs": ["", true],
  "no-buffer": ["N", false],
  "no-progress-meter": ["", false],
  "progress-bar": ["#", false],
  proto: ["", true],
  retry: ["", true],
  "show-error": ["S", false],
  silent: ["s", false],
  "tlsv1.2": ["", false],
  "tlsv1.3": ["", false],
};

const useProfile = "Save the credentials as a profile with `pictor auth set`, and name it with --auth.";
const useConfiguration = "The configuration (`network`) sets how servers are reached, for every request.";
const refusals: Readonly<Record<string, readonly [short: string, reason: string]>> = {
  anyauth: ["", "Name the scheme that the server accepts: --basic, --digest, or --auth PROFILE."],
  "aws-sigv4": ["", useProfile],
  cacert: ["", `${useConfiguration} Name the certificate there: network.ca.`],
  cert: ["E", useConfiguration],
  config: ["K", "Write its options into the command."],
  "cookie-jar": ["c", "Cookies are not kept; send one with -b name=value."],
  insecure: [
    "k",
    "Certificates are always checked. To trust a server of your own, name its certificate in the configuration: network.ca.",
  ],
  key: ["", useConfiguration],
  "location-trusted": [
    "",
    "Credentials never leave their origin; leave it out to follow redirects without them.",
  ],
  negotiate: ["", useProfile],
  netrc: ["n", useProfile],
  next: [":", "Run the command once for each request."],
  noproxy: ["", useConfiguration],
  ntlm: ["", useProfile],
  proxy: ["x", useConfiguration],
  "proxy-user": ["U", useConfiguration],
  "remote-name": ["O", "Name the file: -o FILE."],
  "upload-file": ["T", "Write: pictor request PUT URL -d @FILE."],
};

export type CurlOption = keyof typeof withValue | keyof typeof flags;

/** A parsed option; `value` is empty for a flag. */
export interface ParsedOption {
  readonly name: CurlOption;
  readonly value: string;
}

const isOwn = <Key extends string>(record: Readonly<Record<Key, unknown>>, name: string): name is Key =>
  Object.hasOwn(record, name);

const longNames: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...withValue, ...flags }).map(([name, short]) => [short, name] as const),
  ...Object.entries({ ...ignored, ...refusals }).map(([name, [short]]) => [short, name] as const),
]);
const known: readonly string[] = [withValue, flags, ignored, refusals].flatMap((options) =>
  Object.keys(options),
);

/** True for an option of curl, such as `-u`, `-XPOST` or `--user`. */
export const isCurlOption = (word: string): boolean =>
  word.startsWith("--")
    ? known.includes(word.slice(2).split("=", 1)[0] ?? "")
    : longNames.has(word.slice(1, 2));

type Kind = "value" | "flag" | "ignored";

/** The kind of an option, and whether it has a value. Throws a CurlError for a refused or unknown one. */
function kindOf(name: string, shown: string): { readonly kind: Kind; readonly hasValue: boolean } {
  if (isOwn(withValue, name)) return { kind: "value", hasValue: true };
  if (isOwn(flags, name)) return { kind: "flag", hasValue: false };
  if (isOwn(ignored, name)) return { kind: "ignored", hasValue: ignored[name]?.[1] ?? false };
  if (isOwn(refusals, name)) {
    const reason = refusals[name]?.[1] ?? "";
    throw new CurlError("option", `The curl option ${shown} is not supported.`, reason);
  }
  const suggestion = didYouMean(name, known).trim();
  const hint = `${suggestion} Leave it out when the request does not need it.`.trim();
  throw new CurlError("option", `The curl option ${shown} is not known.`, hint);
}

/** Parses options and addresses as curl does: `-sXPOST`, `-X POST`, `--request POST`. */
export function parseOptions(words: readonly string[]): {
  readonly options: readonly ParsedOption[];
  readonly urls: readonly string[];
} {
  const options: ParsedOption[] = [];
  const urls: string[] = [];
  const rest = [...words];
  const valueFor = (shown: string): string => {
    const value = rest.shift();
    if (value !== undefined) return value;
    throw new CurlError("option", `The curl option ${shown} lacks its value.`, "Copy the whole command.");
  };
  const add = (name: string, kind: Kind, value: string): void => {
    if (kind !== "ignored") options.push({ name: name as CurlOption, value });
  };
  const parseLong = (word: string): void => {
    const [name = "", ...attached] = word.slice(2).split("=");
    const { kind, hasValue } = kindOf(name, `--${name}`);
    const isAttached = attached.length > 0;
    add(name, kind, !hasValue ? "" : isAttached ? attached.join("=") : valueFor(`--${name}`));
  };
  const parseCluster = (word: string): void => {
    for (let at = 1; at < word.length; at++) {
      const letter = word[at] ?? "";
      const name = longNames.get(letter) ?? letter;
      const { kind, hasValue } = kindOf(name, `-${letter}`);
      if (!hasValue) {
        add(name, kind, "");
        continue;
      }
      add(name, kind, word.slice(at + 1) || valueFor(`-${letter}`));
      return;
    }
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") urls.push(...rest.splice(0));
    else if (word.startsWith("--")) parseLong(word);
    else if (word.startsWith("-") && word !== "-") parseCluster(word);
    else urls.push(word);
  }
  return { options, urls };
}
