// Converts a curl command to the body of a request. Reads neither files nor variables of the server's machine.

import type { HttpRequest, ParsedCurl } from "@pictor/client";
import { headerValues, withoutUndefined } from "@pictor/kernel";
import {
  chosenParts,
  CurlError,
  createFormBody,
  dataBody,
  parseCurl,
  withQuery,
  type CurlCommand,
  type CurlFiles,
} from "@pictor/features/curl";
import { fault } from "../contract/faults.js";

const refuse = (): never => {
  throw new CurlError("file", "The command reads a file.", "Write the content itself.");
};
const noFiles: CurlFiles = { read: refuse, body: refuse };

type Content = Uint8Array | string;

const fatalUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function bodyOf(bytes: Uint8Array | string): NonNullable<HttpRequest["body"]> {
  if (typeof bytes === "string") return { text: bytes };
  try {
    return { text: fatalUtf8.decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}

const milliseconds = (seconds: string | undefined): number | undefined =>
  seconds !== undefined && Number(seconds) > 0 ? Math.round(Number(seconds) * 1000) : undefined;

/** Groups headers by name: a text for one line, a list for several. */
function headersOf(pairs: readonly (readonly [string, string])[]): NonNullable<HttpRequest["headers"]> {
  const lines = new Map<string, string[]>();
  for (const [name, value] of pairs) lines.set(name, [...(lines.get(name) ?? []), value]);
  return Object.fromEntries(
    [...lines].map(([name, [first = "", ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}

/** What is reported about a command; `unread` lists the files that it reads from. */
interface Said {
  readonly notes: string[];
  readonly unread: string[];
}

/**
 * The body of the request and its Content-Type. Content that only a file has is left out, and `unread` names the file.
 */
function contentOf(
  curl: CurlCommand,
  { notes, unread }: Said,
): { readonly content?: Content; readonly type?: string } {
  const { data, separator, isQuery, form } = curl;
  if (form.length > 0) {
    const [type] = headerValues(curl.headers, "Content-Type");
    const onMissing = (name: string): void =>
      void unread.push(`The part ${name} of the form is a file, which is not read here: add the file.`);
    const made = createFormBody(form, noFiles, { type, onMissing });
    notes.push(...made.notes);
    return { content: made.body, type: made.contentType };
  }
  try {
    return data.length > 0 && !isQuery ? { content: dataBody(data, separator, noFiles) as Content } : {};
  } catch (error) {
    if (!(error instanceof CurlError) || error.kind !== "file") throw error;
    unread.push("The body is a file, which is not read here: add the file.");
    return {};
  }
}

/** The path of the file that is the whole body. */
function fileOf({ data, isQuery }: CurlCommand, notes: string[]): string | undefined {
  const [only, ...more] = isQuery ? [] : data;
  if (only === undefined || more.length > 0 || only.isEncoded === true) return undefined;
  if (!("path" in only.source) || only.source.path === "-") return undefined;
  if (only.isOneLine === true) notes.push("curl would leave out the line ends of the file.");
  return only.source.path;
}

function read(text: string): ParsedCurl {
  const curl = parseCurl(text, {});
  const { method, data, isQuery, query, redirect, keepsPost, auth } = curl;
  const notes = [...curl.notes];
  const unread: string[] = [];
  const { content, type } = contentOf(curl, { notes, unread });
  const others = curl.headers.filter(([name]) => type === undefined || name.toLowerCase() !== "content-type");
  const request: HttpRequest = withoutUndefined({
    method,
    url: withQuery(curl.url, [...(isQuery ? data : []), ...query], noFiles),
    headers: headersOf([...others, ...(type === undefined ? [] : [["Content-Type", type] as const])]),
    body: content === undefined ? undefined : bodyOf(content),
    auth: auth && { ...auth },
    redirect,
    keepsPost: keepsPost.length > 0 ? [...keepsPost] : undefined,
    timeoutMs: milliseconds(curl.timeout),
  });
  const chosen = chosenParts(curl.form);
  const file = content === undefined ? fileOf(curl, notes) : undefined;
  return {
    request,
    notes: [...notes, ...(chosen?.notes ?? [])],
    unread,
    ...(chosen !== undefined && { parts: [...chosen.parts] }),
    ...(file !== undefined && { file }),
  };
}

/** Throws `API_CURL_INVALID`, whose message repeats no value of the command. */
export function parseCurlText(text: string): ParsedCurl {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof CurlError) throw fault("API_CURL_INVALID", { reason: error.message });
    throw error;
  }
}
