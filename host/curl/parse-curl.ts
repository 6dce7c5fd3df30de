// Parses a copied curl command into a request and its credentials. Pure: files are named, not read.

import type { HeaderPair } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";
import { credentialsOf, type CurlAuth } from "./credentials.js";
import { dataPart, type DataPart } from "./data.js";
import type { FormPart } from "./form.js";
import { parseOptions, type CurlOption, type ParsedOption } from "./options.js";
import { shellWords, type Environment } from "./shell-words.js";

export interface CurlCommand {
  readonly method: string;
  /** The address without user name and password. */
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly auth?: CurlAuth;
  /** Data of `-d` and similar options, joined by `separator`, which is empty for `--json`. */
  readonly data: readonly DataPart[];
  readonly separator: "&" | "";
  /** True for `-G`: the data becomes the query. */
  readonly isQuery: boolean;
  readonly form: readonly FormPart[];
  /** File of `-o`. */
  readonly output?: string;
  /** True for `-L`: redirects are followed. */
  readonly follow: boolean;
  /** True for `-i` and `-I`. */
  readonly include: boolean;
  /** True for `-v`. */
  readonly showSent: boolean;
  /** Text of `-m`, in seconds. */
  readonly timeout?: string;
  /** Text of `--max-filesize`, in bytes. */
  readonly maxBytes?: string;
}

const dataOptions: ReadonlySet<string> = new Set<CurlOption>([
  "data",
  "data-ascii",
  "data-binary",
  "data-raw",
  "data-urlencode",
  "json",
]);

/** True for headers that each connection sets itself (RFC 9110 section 7.6.1), and for pseudo-headers of HTTP/2 (`:path`). */
const isConnectionHeader = (name: string): boolean =>
  /^(:.*|connection|content-length|expect|keep-alive|te|transfer-encoding|upgrade)$/i.test(name);

/**
 * Parses a header option: `Name: value`, or `Name;` for an empty value. `Name:` removes a header that curl would add.
 */
function parseHeader(text: string): { readonly name: string; readonly value?: string } {
  if (text.startsWith("@"))
    throw new CurlError("option", "-H @file is not supported.", "Write the headers into the command.");
  const isEmpty = /^[^:]+;\s*$/.test(text);
  const colon = isEmpty ? text.lastIndexOf(";") : text.indexOf(":", 1);
  const name = text.slice(0, Math.max(colon, 0)).trim();
  if (name === "")
    throw new CurlError("value", "A header of the curl command has no name.", 'Write -H "Name: value".');
  const value = text.slice(colon + 1).trim();
  if (isEmpty) return { name, value: "" };
  return value === "" ? { name } : { name, value };
}

function parseCookie(text: string): string {
  if (text.includes("=")) return text;
  throw new CurlError(
    "option",
    "-b with a cookie file is not supported.",
    "Write the cookie itself: -b name=value.",
  );
}

function parseHeaders(options: readonly ParsedOption[]): readonly HeaderPair[] {
  const values = (name: CurlOption) =>
    options.filter((option) => option.name === name).map(({ value }) => value);
  const given = values("header").map(parseHeader);
  const isGiven = (name: string): boolean =>
    given.some((header) => header.name.toLowerCase() === name.toLowerCase());
  const isJson = values("json").length > 0;
  const hasData = options.some(({ name }) => dataOptions.has(name)) && values("get").length === 0;
  const cookies = values("cookie").map(parseCookie);
  const added: readonly (readonly [string, string | undefined])[] = [
    ["User-Agent", values("user-agent").at(-1)],
    [
      "Referer",
      values("referer")
        .at(-1)
        ?.replace(/;auto$/, ""),
    ],
    ["Cookie", cookies.length === 0 ? undefined : cookies.join("; ")],
    ["Accept", isJson ? "application/json" : undefined],
    ["Content-Type", isJson ? "application/json" : hasData ? "application/x-www-form-urlencoded" : undefined],
  ];
  const isCompressed = values("compressed").length > 0;
  return [
    ...given.flatMap(({ name, value }): readonly HeaderPair[] =>
      value === undefined ? [] : [[name, value]],
    ),
    ...added.flatMap(([name, value]): readonly HeaderPair[] =>
      value === undefined || value === "" || isGiven(name) ? [] : [[name, value]],
    ),
  ].filter(
    // The request asks for the codings that are decompressed here, which may be fewer than those of the exporting browser.
    ([name]) => !isConnectionHeader(name) && !(isCompressed && name.toLowerCase() === "accept-encoding"),
  );
}

function parseUrl(urls: readonly string[]): string {
  const [url, ...others] = urls;
  if (url === undefined)
    throw new CurlError("argument", "The curl command has no address.", "Copy the whole command.");
  if (others.length > 0)
    throw new CurlError(
      "argument",
      "The curl command has more than one address.",
      "Run it once for each; an address with & or spaces needs quotes.",
    );
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`;
}

/** The words after `curl`; skips the `$` or `>` of a shell prompt. */
function argumentsOf(words: readonly string[]): readonly string[] {
  const [program = "", ...rest] = words[0] === "$" || words[0] === ">" ? words.slice(1) : words;
  if (/^(.*[\\/])?curl(\.exe)?$/.test(program)) return rest;
  const hint = "Quote the whole command, or pipe it in: pictor request --curl - < command.txt";
  throw new CurlError("value", "The text of --curl does not begin with curl.", hint);
}

/** Parses a command. Throws a CurlError that names the unsupported option, but never a value, which may be a secret. */
export function parseCurl(text: string, environment: Environment): CurlCommand {
  const { options, urls } = parseOptions(argumentsOf(shellWords(text, environment)));
  const has = (name: CurlOption): boolean => options.some((option) => option.name === name);
  const last = (name: CurlOption): string | undefined =>
    options.findLast((option) => option.name === name)?.value;
  const data = options
    .filter(({ name }) => dataOptions.has(name))
    .map(({ name, value }) => dataPart(name, value));
  const form = options
    .filter(({ name }) => name === "form" || name === "form-string")
    .map(({ name, value }) => ({ text: value, isLiteral: name === "form-string" }));
  const isQuery = has("get");
  if (form.length > 0 && data.length > 0)
    throw new CurlError("option", "The curl command has both -F and -d.", "Keep one of them.");
  const [user, bearer, output, timeout, maxBytes] = [
    last("user"),
    last("oauth2-bearer"),
    last("output"),
    last("max-time"),
    last("max-filesize"),
  ];
  const hasBody = form.length > 0 || (data.length > 0 && !isQuery);
  return {
    method: last("request") ?? (has("head") ? "HEAD" : hasBody ? "POST" : "GET"),
    ...credentialsOf({
      isDigest: has("digest"),
      headers: parseHeaders(options),
      url: parseUrl([...urls, ...options.filter(({ name }) => name === "url").map(({ value }) => value)]),
      ...(user !== undefined && { user }),
      ...(bearer !== undefined && { bearer }),
    }),
    data,
    separator: has("json") ? "" : "&",
    isQuery,
    form,
    follow: has("location"),
    include: has("include") || has("head"),
    showSent: has("verbose"),
    ...(output !== undefined && { output }),
    ...(timeout !== undefined && { timeout }),
    ...(maxBytes !== undefined && { maxBytes }),
  };
}
