// Parses a copied curl command into a request and its credentials. Pure: files are named, not read.

import type { HeaderPair, PostRedirect } from "@pictor/kernel";
import { parseUrl, uploadUrl, withoutPatterns } from "./address.js";
import { CurlError } from "./curl-error.js";
import { credentialsOf, type CurlAuth } from "./credentials.js";
import { dataPart, isDataOption, type DataPart } from "./data.js";
import type { FormPart } from "./form.js";
import { parseHeaders } from "./headers.js";
import { otherSchemes, type CurlOption } from "./known-options.js";
import { parseOptions, valuesOf } from "./options.js";
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

/** Parses a command. Throws a CurlError that names the unsupported option, but never a value, which may be a secret. */
export function parseCurl(text: string, environment: Environment): CurlCommand {
  const command = shellCommand(text, environment);
  const { options, urls, without, notes: leftOut } = parseOptions(argumentsOf(command.words));
  const { input } = command;
  const notes = [...command.notes, ...leftOut];
  const note = (sentence: string): void => {
    if (!notes.includes(sentence)) notes.push(sentence);
  };
  const all = (name: CurlOption) => valuesOf(options, name);
  const has = (name: CurlOption): boolean => all(name).length > 0;
  const last = (name: CurlOption): string | undefined => all(name).at(-1);
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
  const isQuery = has("get");
  const upload = last("upload-file");
  if (form.length > 0 && data.length > 0)
    throw new CurlError("option", "The curl command has both -F and -d.", "Keep one of them.");
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
  if (has("location-trusted"))
    note(
      "As with --location-trusted of curl, the servers of redirects get the credentials too, but not from https to http.",
    );
  return {
    ...{ method, ...found },
    ...(aws !== undefined && { auth: awsAuth(aws, last("user")) }),
    query: all("url-query").map((value) => withInput(urlQueryPart(value), input)),
    data: upload === undefined ? data : [uploadPart(upload, input)],
    separator: has("json") ? "" : "&",
    isQuery: isQuery && upload === undefined,
    form,
    redirect: has("location-trusted") ? "trusted" : has("location") ? "follow" : "manual",
    keepsPost: postRedirects.filter((status) => has(`post${status}`)),
    include: has("include") || has("head"),
    showSent: has("verbose"),
    ...(output !== undefined && { output }),
    ...(timeout !== undefined && { timeout }),
    ...(maxBytes !== undefined && { maxBytes }),
    notes,
  };
}
