// Parses a copied curl command into a request and its credentials. Pure: files are named, not read.

import { withoutUndefined, type HeaderPair, type PostRedirect } from "@pictor/kernel";
import { parseUrl, uploadUrl, withoutPatterns } from "./address.js";
import { CurlError } from "./curl-error.js";
import { credentialsOf, type CurlAuth } from "./credentials.js";
import { dataPart, isDataOption, type DataPart } from "./data.js";
import type { FormPart } from "./form.js";
import { parseHeaders } from "./headers.js";
import { otherSchemes, type CurlOption } from "./known-options.js";
import { parseOptions, valuesOf, type ParsedOptions } from "./options.js";
import { isCurl, shellCommand, type ShellCommand } from "./shell-command.js";
import type { Environment } from "./shell-words.js";

export interface CurlCommand {
  readonly method: string;
  /** The address without user name and password. */
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly auth?: CurlAuth;
  /** Data of `--url-query`, which is appended to the query. */
  readonly query: readonly DataPart[];
  /** Data of `-d` and similar options, joined by `separator`, which is empty for `--json`; or the file of `-T`. */
  readonly data: readonly DataPart[];
  readonly separator: "&" | "";
  /** True for `-G`: the data becomes the query. */
  readonly isQuery: boolean;
  readonly form: readonly FormPart[];
  /** File of `-o`. */
  readonly output?: string;
  /** `follow` for `-L`, `trusted` for `--location-trusted`: redirects are followed. */
  readonly redirect: "follow" | "trusted" | "manual";
  /** Statuses of `--post301`, `--post302` and `--post303`. */
  readonly keepsPost: readonly PostRedirect[];
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

const postRedirects = [301, 302, 303] as const satisfies readonly PostRedirect[];

const urlQueryPart = (value: string): DataPart =>
  value.startsWith("+") ? { source: { text: value.slice(1) } } : dataPart("data-urlencode", value);

/** The credentials of `--aws-sigv4` (`provider:provider:region:service`) with the keys of `-u`. */
function awsAuth(text: string, user: string | undefined): CurlAuth {
  const [, , region = "", service = ""] = text.split(":");
  const [accessKeyId = "", ...secret] = (user ?? "").split(":");
  return { type: "aws-sigv4", accessKeyId, secretAccessKey: secret.join(":"), region, service };
}

/** Replaces `@-`, which names the input, with the input of the command. */
const withInput = (part: DataPart, input: ShellCommand["input"]): DataPart =>
  input !== undefined && "path" in part.source && part.source.path === "-"
    ? { ...part, source: input }
    : part;

/** The body of `-T FILE`; `-T -` and `-T .` are the input. */
const uploadPart = (file: string, input: ShellCommand["input"]): DataPart =>
  withInput({ source: { path: file === "." ? "-" : file } }, input);

/** The words after `curl`. */
function argumentsOf([program = "", ...rest]: readonly string[]): readonly string[] {
  if (isCurl(program)) return rest;
  const hint = "Quote the whole command, or pipe it in: pictor request --curl - < command.txt";
  throw new CurlError("value", "The text of --curl does not begin with curl.", hint);
}

/** The options of a command, by their names. */
class GivenOptions {
  readonly #options: ParsedOptions["options"];

  constructor(options: ParsedOptions["options"]) {
    this.#options = options;
  }

  all(name: CurlOption): readonly string[] {
    return valuesOf(this.#options, name);
  }

  has(name: CurlOption): boolean {
    return this.all(name).length > 0;
  }

  last(name: CurlOption): string | undefined {
    return this.all(name).at(-1);
  }
}

interface Content extends Pick<CurlCommand, "data" | "form" | "isQuery"> {
  /** The file of -T, whose name ends the address. */
  readonly upload: string | undefined;
}

/** What the command sends. Throws for content that curl could not send either. */
function contentOf(
  options: ParsedOptions["options"],
  given: GivenOptions,
  input: ShellCommand["input"],
): Content {
  const data = options
    .filter(({ name }) => isDataOption(name))
    .map(({ name, value }) => withInput(dataPart(name, value), input));
  const form = options
    .filter(({ name }) => name === "form" || name === "form-string")
    .map(({ name, value }) => ({
      text: value,
      isLiteral: name === "form-string",
      ...(input !== undefined && { input }),
    }));
  if (form.length > 0 && data.length > 0)
    throw new CurlError("option", "The curl command has both -F and -d.", "Keep one of them.");
  const upload = given.last("upload-file");
  if (upload === undefined) return { data, form, isQuery: given.has("get"), upload };
  return { data: [uploadPart(upload, input)], form, isQuery: false, upload };
}

function methodOf(given: GivenOptions, { data, form, isQuery, upload }: Content): string {
  const hasBody = form.length > 0 || (data.length > 0 && !isQuery);
  const usual = upload === undefined ? (hasBody ? "POST" : "GET") : "PUT";
  return given.last("request") ?? (given.has("head") ? "HEAD" : usual);
}

const isLowerCase = (method: string): boolean =>
  /^(delete|get|head|options|patch|post|put)$/i.test(method) && method !== method.toUpperCase();

/** The address, the headers and the credentials. `note` is called with what is done in another way. */
function recipientOf(
  given: GivenOptions,
  { options, urls, without }: ParsedOptions,
  upload: string | undefined,
  note: (sentence: string) => void,
): Pick<CurlCommand, "url" | "headers" | "auth"> {
  const aws = given.last("aws-sigv4");
  // What another scheme would have got is not sent as Basic.
  const isOtherScheme = aws !== undefined || without.some((name) => otherSchemes.has(name));
  const written = parseUrl([...urls, ...given.all("url")]);
  const literal = given.has("globoff") ? written : withoutPatterns(written);
  const sources = {
    isDigest: given.has("digest"),
    headers: parseHeaders(options, note),
    url: upload === undefined ? literal : uploadUrl(literal, upload),
    user: isOtherScheme ? undefined : given.last("user"),
    bearer: given.last("oauth2-bearer"),
  };
  const { auth, ...recipient } = credentialsOf(withoutUndefined(sources));
  if (aws !== undefined) return { ...recipient, auth: awsAuth(aws, given.last("user")) };
  // The address can hold a name and a password too.
  const isSent = auth !== undefined && !(isOtherScheme && (auth.type === "basic" || auth.type === "digest"));
  return { ...recipient, ...(isSent && { auth }) };
}

/**
 * What becomes of redirects. After one, GET is sent where the status asks for it, as with `--follow`, also in place of
 * the method of `-X`.
 */
function redirectOf(
  given: GivenOptions,
  note: (sentence: string) => void,
): Pick<CurlCommand, "redirect" | "keepsPost"> {
  const isTrusted = given.has("location-trusted");
  if (isTrusted)
    note(
      "As with --location-trusted of curl, the servers of redirects get the credentials too, but not from https to http.",
    );
  const isFollowed = given.has("location") || given.has("follow");
  return {
    redirect: isTrusted ? "trusted" : isFollowed ? "follow" : "manual",
    keepsPost: postRedirects.filter((status) => given.has(`post${status}`)),
  };
}

/** Parses a command. Throws a CurlError that names the unsupported option, but never a value, which may be a secret. */
export function parseCurl(text: string, environment: Environment): CurlCommand {
  const command = shellCommand(text, environment);
  const parsed = parseOptions(argumentsOf(command.words));
  const { input } = command;
  const given = new GivenOptions(parsed.options);
  const notes = [...command.notes, ...parsed.notes];
  const note = (sentence: string): void => {
    if (!notes.includes(sentence)) notes.push(sentence);
  };
  const content = contentOf(parsed.options, given, input);
  const { upload, ...body } = content;
  const recipient = recipientOf(given, parsed, upload, note);
  const method = methodOf(given, content);
  if (isLowerCase(method)) note("The method is sent in upper case, as servers expect it.");
  const redirects = redirectOf(given, note);
  return withoutUndefined({
    method,
    ...recipient,
    ...body,
    query: given.all("url-query").map((value) => withInput(urlQueryPart(value), input)),
    separator: given.has("json") ? "" : "&",
    ...redirects,
    include: given.has("include") || given.has("head"),
    showSent: given.has("verbose"),
    output: given.last("output"),
    timeout: given.last("max-time"),
    maxBytes: given.last("max-filesize"),
    notes,
  });
}
