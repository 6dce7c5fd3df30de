// The request that `pictor request` sends and how it handles the reply, from its options or from a curl command.

import { readFileSync } from "node:fs";
import type { RequestInput, SendOptions } from "@pictor/kernel";
import type { Streams } from "../../base/streams.js";
import { UsageError, type UsageCode } from "../../base/usage-error.js";
import { fileBody, parseBody } from "../../input/request-body.js";
import type {
  CurlAuth,
  CurlCommand,
  CurlContent,
  CurlErrorKind,
  CurlFiles,
  Environment,
} from "@pictor/features/curl";
import { parseHeader, parseMethod } from "./parse-header.js";
import { parseBoolean, parseByteCount, parseSeconds, parseStatuses } from "./parse-limits.js";

export interface RequestOptions {
  readonly header?: readonly string[];
  readonly data?: string;
  readonly auth?: string;
  readonly include?: true;
  readonly showSent?: true;
  readonly curl?: string;
  readonly save?: string;
  readonly output?: string;
  readonly force?: true;
  readonly timeout?: string;
  readonly maxBytes?: string;
  readonly compressed?: string;
  /** False with `--no-redirect`. */
  readonly redirect?: boolean;
  readonly redirectTrusted?: true;
  readonly redirectKeepPost?: string;
  /** False with `--no-cookies`. */
  readonly cookies?: boolean;
}

export interface RequestPlan {
  readonly input: RequestInput;
  readonly limits: Omit<SendOptions, "signal">;
  /** What the curl command has and the request has not, as sentences. */
  readonly notes?: readonly string[];
  /** Credentials in the curl command. */
  readonly found?: CurlAuth;
  readonly include: boolean;
  readonly showSent: boolean;
  /** A file for the body; `-` is stdout. */
  readonly output?: string;
}

const wishesOf = ({
  compressed,
  cookies = true,
}: RequestOptions): Pick<RequestInput, "compressed" | "keptCookies"> => ({
  ...(compressed !== undefined && { compressed: parseBoolean(compressed, "--compressed") }),
  ...(!cookies && { keptCookies: false }),
});

/** What the options say about redirects. Throws a UsageError. */
function redirectsOf({
  redirect = true,
  redirectTrusted,
  redirectKeepPost,
}: RequestOptions): Pick<RequestInput, "redirect" | "keepsPost"> {
  return {
    redirect: !redirect ? "manual" : redirectTrusted === true ? "trusted" : "follow",
    ...(redirectKeepPost !== undefined && {
      keepsPost: parseStatuses(redirectKeepPost, "--redirect-keep-post"),
    }),
  };
}

const limitsOf = (
  { timeout, maxBytes }: { readonly timeout?: string | undefined; readonly maxBytes?: string | undefined },
  names: readonly [timeout: string, maxBytes: string],
): RequestPlan["limits"] => ({
  ...(timeout !== undefined && { timeoutMs: parseSeconds(timeout, names[0]) }),
  ...(maxBytes !== undefined && { maxBytes: parseByteCount(maxBytes, names[1]) }),
});

/** The plan from METHOD, URL and options. Throws a UsageError. */
export function planRequest(
  method: string,
  url: string,
  options: RequestOptions,
  piped: Streams["stdin"],
): RequestPlan {
  const { header = [], data, auth, output } = options;
  return {
    input: {
      method: parseMethod(method),
      url,
      headers: header.map(parseHeader),
      ...redirectsOf(options),
      ...wishesOf(options),
      ...(data !== undefined && { body: parseBody(data, piped) }),
      ...(auth !== undefined && { auth }),
    },
    limits: limitsOf(options, ["--timeout", "--max-bytes"]),
    include: options.include === true,
    showSent: options.showSent === true,
    ...(output !== undefined && { output }),
  };
}

const files: CurlFiles = { read: (path) => readFileSync(path), body: fileBody };

const usageCodes: Readonly<Record<CurlErrorKind, UsageCode>> = {
  argument: "USAGE_ARGUMENT",
  file: "USAGE_FILE",
  option: "USAGE_OPTION",
  value: "USAGE_VALUE",
};

/** Reads a curl command and the files that it names. Throws a UsageError. */
async function readCurl(text: string, environment: Environment): Promise<[CurlCommand, CurlContent]> {
  const { curlContent, CurlError, parseCurl } = await import("@pictor/features/curl");
  try {
    const curl = parseCurl(text, environment);
    return [curl, curlContent(curl, files)];
  } catch (error) {
    if (!(error instanceof CurlError)) throw error;
    throw new UsageError(usageCodes[error.kind], error.what, error.hint, error.cause);
  }
}

/** The plan from a curl command; options of this command override those of curl. Throws a UsageError. */
export async function planCurl(
  text: string,
  options: RequestOptions,
  environment: Environment,
): Promise<RequestPlan> {
  const [curl, { url, headers, body, notes }] = await readCurl(text, environment);
  const output = options.output ?? curl.output;
  return {
    input: {
      method: parseMethod(curl.method),
      url,
      headers,
      redirect: (options.redirect ?? true) ? curl.redirect : "manual",
      ...(curl.keepsPost.length > 0 && { keepsPost: curl.keepsPost }),
      ...wishesOf(options),
      ...(body !== undefined && { body }),
      ...(options.auth !== undefined && { auth: options.auth }),
    },
    limits: {
      ...limitsOf(curl, ["-m", "--max-filesize"]),
      ...limitsOf(options, ["--timeout", "--max-bytes"]),
    },
    include: curl.include || options.include === true,
    showSent: curl.showSent || options.showSent === true,
    ...(curl.auth !== undefined && { found: curl.auth }),
    notes,
    ...(output !== undefined && { output }),
  };
}
