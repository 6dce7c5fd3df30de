// Parses a copied curl command into a request and its credentials. Pure: files are named, not read.

import type { HeaderPair } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";
import { credentialsOf, type CurlAuth } from "./credentials.js";
import { dataPart, type DataPart } from "./data.js";
import type { FormPart } from "./form.js";
import { otherSchemes } from "./known-options.js";
import { parseOptions, type CurlOption, type ParsedOption } from "./options.js";
import { shellWords, type Environment } from "./shell-words.js";

export interface CurlCommand {
  readonly method: string;
  /** The address without user name and password. */
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly auth?: CurlAuth;
  /** The file of `-T`, which is the body. */
  readonly upload?: string;
  /** Data of `--url-query`, which is appended to the query. */
  readonly query: readonly DataPart[];
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
  /** What is left out or done in another way, as sentences without a value. */
  readonly notes: readonly string[];
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

type Note = (text: string) => void;

/**
 * Parses a header option: `Name: value`, or `Name;` for an empty value. `Name:` removes a header that curl would add. Undefined
 * for a text that is left out, as curl does with one that has no colon.
 */
function parseHeader(
  text: string,
  note: Note,
): { readonly name: string; readonly value?: string } | undefined {
  if (text.startsWith("@")) {
    note("The curl option -H @file is left out. Write the headers into the command.");
    return undefined;
  }
  const isEmpty = /^[^:]+;\s*$/.test(text);
  const colon = isEmpty ? text.lastIndexOf(";") : text.indexOf(":", 1);
  const name = text.slice(0, Math.max(colon, 0)).trim();
  if (name === "") {
    note("A header of the curl command has no name and is left out, as curl does.");
    return undefined;
  }
  const value = text.slice(colon + 1).trim();
  if (isEmpty) return { name, value: "" };
  return value === "" ? { name } : { name, value };
}

function parseCookie(text: string, note: Note): readonly string[] {
  if (text.includes("=")) return [text];
  note("The curl option -b with a cookie file is left out. Write the cookie itself: -b name=value.");
  return [];
}

function parseHeaders(options: readonly ParsedOption[], note: Note): readonly HeaderPair[] {
  const values = (name: CurlOption) =>
    options.filter((option) => option.name === name).map(({ value }) => value);
  const given = values("header").flatMap((text) => parseHeader(text, note) ?? []);
  const isGiven = (name: string): boolean =>
    given.some((header) => header.name.toLowerCase() === name.toLowerCase());
  const isJson = values("json").length > 0;
  const hasData = options.some(({ name }) => dataOptions.has(name)) && values("get").length === 0;
  const cookies = values("cookie").flatMap((text) => parseCookie(text, note));
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
  return withScheme(url);
}

const withScheme = (url: string): string => (/^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`);

/** Undoes the escapes of curl's patterns (`\[`, `\{`), unless `-g` switches these off. Throws for a pattern of several addresses. */
function withoutPatterns(url: string): string {
  const isPattern = /(?<!\\)(\{[^{}]*,[^{}]*\}|\[(\d+-\d+|[a-z]-[a-z])(:\d+)?\])/i.test(url);
  if (isPattern)
    throw new CurlError(
      "argument",
      "The address of the curl command stands for several addresses.",
      "Run it once for each, or add -g if the brackets belong to the address.",
    );
  return url.replace(/(?<!\\)\{([^{},]*)\}/g, "$1").replace(/\\([[\]{}])/g, "$1");
}

/** `-T` to a folder gets the name of the file. */
const uploadUrl = (url: string, path: string): string =>
  /^[^?#]*\/$/.test(url.replace(/^[a-z+]+:\/\/[^/]*$/i, "$&/")) && path !== "-"
    ? `${url}${url.endsWith("/") ? "" : "/"}${encodeURIComponent(path.split("/").at(-1) ?? "")}`
    : url;

const urlQueryPart = (value: string): DataPart =>
  value.startsWith("+") ? { source: { text: value.slice(1) } } : dataPart("data-urlencode", value);

/** The credentials of `--aws-sigv4` (`provider:provider:region:service`) with the keys of `-u`. */
function awsAuth(text: string, user: string | undefined): CurlAuth {
  const [, , region = "", service = ""] = text.split(":");
  const [accessKeyId = "", ...secret] = (user ?? "").split(":");
  return { type: "aws-sigv4", accessKeyId, secretAccessKey: secret.join(":"), region, service };
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
  const { options, urls, without, notes: leftOut } = parseOptions(argumentsOf(shellWords(text, environment)));
  const notes = [...leftOut];
  const note = (sentence: string): void => {
    if (!notes.includes(sentence)) notes.push(sentence);
  };
  const all = (name: CurlOption): readonly string[] =>
    options.filter((option) => option.name === name).map(({ value }) => value);
  const has = (name: CurlOption): boolean => all(name).length > 0;
  const last = (name: CurlOption): string | undefined => all(name).at(-1);
  const data = options
    .filter(({ name }) => dataOptions.has(name))
    .map(({ name, value }) => dataPart(name, value));
  const form = options
    .filter(({ name }) => name === "form" || name === "form-string")
    .map(({ name, value }) => ({ text: value, isLiteral: name === "form-string" }));
  const isQuery = has("get");
  const upload = last("upload-file");
  if (form.length > 0 && data.length > 0)
    throw new CurlError("option", "The curl command has both -F and -d.", "Keep one of them.");
  if (upload === "-" || upload === ".")
    throw new CurlError("value", "The curl command reads from a pipe.", "Name a file: -T FILE.");
  const [bearer, output, timeout, maxBytes, aws] = [
    last("oauth2-bearer"),
    last("output"),
    last("max-time"),
    last("max-filesize"),
    last("aws-sigv4"),
  ];
  // What another scheme would have got is not sent as Basic.
  const isOtherScheme = aws !== undefined || without.some((name) => otherSchemes.has(name));
  const user = isOtherScheme ? undefined : last("user");
  const hasBody = form.length > 0 || (data.length > 0 && !isQuery);
  const written = parseUrl([...urls, ...all("url")]);
  const literal = has("globoff") ? written : withoutPatterns(written);
  const found = credentialsOf({
    isDigest: has("digest"),
    headers: parseHeaders(options, note),
    url: upload === undefined ? literal : uploadUrl(literal, upload),
    ...(user !== undefined && { user }),
    ...(bearer !== undefined && { bearer }),
  });
  const method =
    last("request") ?? (has("head") ? "HEAD" : upload === undefined ? (hasBody ? "POST" : "GET") : "PUT");
  if (/^(delete|get|head|options|patch|post|put)$/i.test(method) && method !== method.toUpperCase())
    note("The method is sent in upper case, as servers expect it.");
  return {
    ...{ method, ...found },
    ...(aws !== undefined && { auth: awsAuth(aws, last("user")) }),
    ...(upload !== undefined && { upload }),
    query: all("url-query").map(urlQueryPart),
    data,
    separator: has("json") ? "" : "&",
    isQuery,
    form,
    follow: has("location") || without.includes("location-trusted"),
    include: has("include") || has("head"),
    showSent: has("verbose"),
    ...(output !== undefined && { output }),
    ...(timeout !== undefined && { timeout }),
    ...(maxBytes !== undefined && { maxBytes }),
    notes,
  };
}
